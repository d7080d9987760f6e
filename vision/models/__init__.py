"""The trained networks of the reader, as ONNX files."""
