"""The kernels of `game`, `bots` and `review` as one WebAssembly module, so that a browser can play without a server.

`make wasm`, or `python -m whistlestop.wasm`, builds `built/whistlestop.wasm` and `built/engine.json`.

- `__main__`: the command.
- `build`: what the module exports; from Numba's libraries to one object file.
- `wrapper`: a function for JavaScript around each exported kernel.
- `object_file`: from an object file to a module.
- `export`: the data that JavaScript needs beside the module: the layout of memory, and one file for each game.

docs/wasm.md explains the build and its conventions.
"""
