#version 330
// A ray-marched tray: rounded dice with pips, flat distractors, a wall, one lamp with a soft shadow, a window that mirrors in gloss.
uniform vec2 resolution; uniform vec3 eye; uniform mat3 turn; uniform float focal;
uniform int dice; uniform mat3 R[14]; uniform vec4 T[14];            // rotation, centre and half edge
uniform vec3 body[14]; uniform vec3 ink[14]; uniform vec3 special[14]; // special: ink of 1 and 4, x < 0 for none
uniform vec4 shape[14];   // rounding, pip radius, pip pitch, radius of the single pip (all but the last in half edges)
uniform vec4 finish[14];  // gloss, depth of the pips, marbling, translucency
uniform vec4 layout_[14];  // pitch of the six, flip of 2, flip of 3, flip of 6
uniform int things; uniform vec4 thing[5]; uniform vec4 thingSize[5]; uniform vec3 thingInk[5]; uniform vec3 thingBody[5]; // thing: x, y, yaw, kind
uniform vec3 lamp; uniform float lampSize; uniform vec3 lampColour; uniform vec3 ambient; uniform vec3 window;
uniform vec3 floorA; uniform vec3 floorB; uniform int floorKind; uniform float floorScale; uniform float floorGloss;
uniform vec4 wall; uniform vec3 wallColour; // wall: half width, half depth, height (0 none), corner radius
out vec4 colour;

float hash(vec2 p){ return fract(sin(dot(p,vec2(12.9898,78.233)))*43758.5453); }
float noise(vec2 p){ vec2 i=floor(p),f=fract(p); f=f*f*(3.-2.*f); return mix(mix(hash(i),hash(i+vec2(1,0)),f.x),mix(hash(i+vec2(0,1)),hash(i+vec2(1,1)),f.x),f.y); }
float fbm(vec2 p){ float a=0.,w=.5; for(int i=0;i<4;i++){ a+=w*noise(p); p*=2.1; w*=.5; } return a; }
float box(vec3 p,vec3 h,float r){ vec3 q=abs(p)-(h-r); return length(max(q,0.))+min(max(q.x,max(q.y,q.z)),0.)-r; }
vec2 yawed(vec2 p,float a){ float c=cos(a),s=sin(a); return vec2(c*p.x+s*p.y,-s*p.x+c*p.y); }

float thingDistance(vec3 p,int i){
  vec3 q=vec3(yawed(p.xy-thing[i].xy,thing[i].z),p.z); vec4 h=thingSize[i]; int k=int(thing[i].w+.5);
  if(k==0){ vec2 d=vec2(length(q.xy)-h.x,abs(q.z-h.z)-h.z); return min(max(d.x,d.y),0.)+length(max(d,0.))-.02; }       // coin, cap, button
  if(k==1||k==2||k==5) return box(q-vec3(0,0,h.z),h.xyz,.04);                                                           // domino, print, numeral block
  if(k==3){ float t=clamp(q.x,-h.x,h.x); return length(q-vec3(t,0,h.y))-h.y; }                                          // pen, finger
  return length((q-vec3(0,0,h.x))/vec3(1,1,.9))-h.x;                                                                    // marble
}
float map(vec3 p,out int id){
  float d=p.z; id=-1;
  if(wall.z>0.){ vec2 q=abs(p.xy)-(wall.xy-wall.w); float in2=length(max(q,0.))+min(max(q.x,q.y),0.)-wall.w; float w=max(abs(in2-.35)-.3,p.z-wall.z)-.05; if(w<d){d=w;id=100;} }
  for(int i=0;i<14;i++){ if(i>=dice) break; vec3 q=p-T[i].xyz; float k=T[i].w; float b=d+1.75*k; if(dot(q,q)>b*b) continue; float e=k*box(transpose(R[i])*q/k,vec3(1),shape[i].x); if(e<d){d=e;id=i;} }
  for(int i=0;i<5;i++){ if(i>=things) break; float e=thingDistance(p,i); if(e<d){d=e;id=50+i;} }
  return d;
}
float pipDistance(vec2 uv,int n,float s,vec4 lay,float big,out vec2 best){
  if((n==2&&lay.y>.5)||(n==3&&lay.z>.5)) uv.x=-uv.x; if(n==6&&lay.w>.5) uv=uv.yx;
  float d=9.; best=vec2(0); float sx=n==6?lay.x:s; vec2 c;
  if(n==1){ d=length(uv)/big; best=uv/big; }
  if(n==3||n==5){ d=length(uv); best=uv; }
  if(n>=2){ c=uv-vec2(sx,s); if(length(c)<d){d=length(c);best=c;} c=uv+vec2(sx,s); if(length(c)<d){d=length(c);best=c;} }
  if(n>=4){ c=uv-vec2(sx,-s); if(length(c)<d){d=length(c);best=c;} c=uv-vec2(-sx,s); if(length(c)<d){d=length(c);best=c;} }
  if(n==6){ c=uv-vec2(sx,0); if(length(c)<d){d=length(c);best=c;} c=uv+vec2(sx,0); if(length(c)<d){d=length(c);best=c;} }
  return d;
}
vec3 floorColour(vec2 p){
  float v=0.; float fs=floorScale;
  if(floorKind==0) v=hash(floor(p*20.*fs));
  else if(floorKind==1) v=fbm(vec2(p.x*.35*fs+fbm(p*.2)*2.,p.y*4.*fs));
  else if(floorKind==2){ vec2 g=abs(fract(p*.35*fs)-.5); v=step(.47,max(g.x,g.y)); }
  else if(floorKind==3){ v=step(.5,fract(p.x*.4*fs)); v=mix(v,step(.5,fract(p.y*.4*fs)),.5); }
  else if(floorKind==4) v=fbm(p*fs);
  else if(floorKind==5){ vec2 g=fract(p*.6*fs)-.5; v=smoothstep(.25,.2,length(g)); }
  else if(floorKind==6) v=.3*hash(floor(p*60.));
  else if(floorKind==7){ vec2 g=p*3.*fs; v=.5+.5*sin(g.x*6.28)*sin(g.y*6.28); v=mix(v,hash(floor(g*2.)),.4); }
  else { vec2 c=floor(p*.5*fs); v=.7*hash(c)+.3*hash(floor(p*9.*fs)); }
  return mix(floorA,floorB,v);
}
vec3 thingColour(vec3 p,int i,out float gloss){
  vec3 q=vec3(yawed(p.xy-thing[i].xy,thing[i].z),p.z); vec4 h=thingSize[i]; int k=int(thing[i].w+.5); gloss=.4; vec3 a=thingBody[i]; vec2 b;
  if(k==0){ float r=length(q.xy)/h.x; float m=smoothstep(.04,.0,abs(r-.85)); if(h.w>2.) m=max(m,step(length(abs(q.xy)/h.x-vec2(.25)),.13)); else if(h.w>1.) m=max(m,step(abs(q.x),h.x*.08)*step(abs(q.y),h.x*.75)); else m=max(m,step(.6,fbm(q.xy*4./h.x))*step(r,.7)); return mix(a,thingInk[i],m*.8); }
  if(k==1&&q.z>h.z*1.9){ float half_=h.x*.5; float sgn=q.x<0.?-1.:1.; vec2 uv=vec2(q.x-sgn*half_,q.y)/h.y; int n=1+int(mod(h.w*(sgn>0.?7.:13.),6.)); float d=pipDistance(uv*1.05,n,.5,vec4(.45,0,0,0),1.,b); float m=max(step(d,.13+.1*fract(h.w*3.7)),step(abs(q.x),.05)); return mix(a,thingInk[i],m); }
  if(k==1&&h.z>h.y*1.2&&abs(q.y)>h.y*.85){ float half_=h.x*.5; float sgn=q.x<0.?-1.:1.; vec2 uv=vec2(q.x-sgn*half_,q.z-h.z)/h.z; int n=1+int(mod(h.w*(sgn>0.?7.:13.),6.)); float d=pipDistance(uv*1.05,n,.5,vec4(.45,0,0,0),1.,b); float m=max(step(d,.13+.1*fract(h.w*3.7)),step(abs(q.x),.05)); return mix(a,thingInk[i],m); }
  if(k==2){ vec2 uv=q.xy/h.y; vec2 c=floor(uv*3.); vec2 f=fract(uv*3.)-.5; float m; if(hash(c+h.w)<.35){ int n=1+int(hash(c*1.7+h.w)*6.); float d=pipDistance(f*2.5,n,.5,vec4(.5,0,0,0),1.,b); float e=max(abs(f.x),abs(f.y)); m=max(step(d,.2)*step(e,.4),step(abs(e-.41),.025)); } else { float row=step(.45,fract(uv.y*12.)); m=row*step(.45,hash(floor(vec2(uv.x*30.,uv.y*12.)))); } gloss=.05; return mix(a,thingInk[i],m); }
  if(k==5&&q.z>h.z*1.8){ float m=step(.5,noise(q.xy*3./h.x+h.w*9.))*step(max(abs(q.x)/h.x,abs(q.y)/h.y),.65)*step(.5,noise(vec2(h.w*7.,q.y*2./h.y))); return mix(a,thingInk[i],m); }
  return a;
}
void main(){
  vec2 uv=(gl_FragCoord.xy-.5*resolution)/resolution.y; vec3 ray=normalize(turn*vec3(uv,-focal)); int id=-1; int k;
  float t=max((eye.z-max(4.2,wall.z+.2))/-ray.z,0.);
  for(int i=0;i<60;i++){ float d=map(eye+ray*t,id); if(d<.004) break; t+=d; }
  vec3 p=eye+ray*t; map(p,id); vec3 n=vec3(0,0,1); vec3 albedo; float gloss=floorGloss; float rough=50.; float glow=0.;
  if(id>=0){ vec2 e=vec2(.004,0); n=normalize(vec3(map(p+e.xyy,k)-map(p-e.xyy,k),map(p+e.yxy,k)-map(p-e.yxy,k),map(p+e.yyx,k)-map(p-e.yyx,k))); }
  if(id<0) albedo=floorColour(p.xy);
  else if(id==100){ albedo=wallColour*(.85+.3*fbm(p.xy*2.)); gloss=.15; }
  else if(id>=50) albedo=thingColour(p,id-50,gloss);
  else {
    vec3 q=transpose(R[id])*(p-T[id].xyz)/T[id].w; vec3 a=abs(q); vec2 w; int v; vec3 ua,wa;
    if(a.z>a.x&&a.z>a.y){ w=q.xy; v=q.z>0.?1:6; ua=vec3(1,0,0); wa=vec3(0,1,0); } else if(a.y>a.x){ w=q.xz; v=q.y>0.?2:5; ua=vec3(1,0,0); wa=vec3(0,0,1); } else { w=q.yz; v=q.x>0.?3:4; ua=vec3(0,1,0); wa=vec3(0,0,1); }
    vec2 b; float pr=shape[id].y; float d=pipDistance(w,v,shape[id].z,layout_[id],shape[id].w,b); float pip=smoothstep(pr+.02,pr-.02,d);
    vec3 pc=(special[id].x>=0.&&(v==1||v==4))?special[id]:ink[id];
    float swirl=fbm(q.xy*2.5+q.z*1.7+float(id)); vec3 base=mix(body[id],body[id]*(.35+1.3*swirl),finish[id].z)*(.95+.1*swirl);
    albedo=mix(base,pc,pip);
    if(finish[id].y>0.&&d<pr){ vec3 tilt=(ua*b.x+wa*b.y)/pr; n=normalize(n-R[id]*tilt*finish[id].y); }
    glow=finish[id].w*(1.-pip); gloss=finish[id].x*(1.-.3*pip);
  }
  vec3 l=lamp-p; float far=length(l); l/=far; float shadow=1.; float s=.06;
  for(int i=0;i<24;i++){ float d=map(p+n*.012+l*s,k); shadow=min(shadow,d/(s*lampSize)); s+=clamp(d,.06,.8); if(shadow<.01||s>8.) break; } shadow=clamp(shadow,0.,1.);
  float open=1.; for(int i=1;i<4;i++){ float h=.2*float(i); open-=max(0.,h-map(p+n*h,k))*.45; } open=max(open,.05);
  float diffuse=max(dot(n,l),0.); vec3 half_=normalize(l-ray); vec3 mirror=reflect(ray,n);
  vec3 c=albedo*(ambient*open+diffuse*shadow*lampColour);
  c+=glow*body[min(max(id,0),13)]*(.25+.5*fbm(p.xy*3.))*lampColour;
  c+=gloss*shadow*lampColour*(.9*pow(max(dot(n,half_),0.),rough)+.6*pow(max(dot(n,half_),0.),600.));
  float pane=smoothstep(.03,.0,max(abs(mirror.x-window.x),abs(mirror.y-window.y))-.12)*window.z; c+=gloss*(pane+.06*pow(1.-max(dot(n,-ray),0.),3.))*vec3(1);
  colour=vec4(c,float(id)+1.);
}
