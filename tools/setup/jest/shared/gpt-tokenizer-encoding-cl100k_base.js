module.exports = globalThis.sharedModules['gpt-tokenizer/encoding/cl100k_base'];
