module.exports = globalThis.sharedModules['gpt-tokenizer/encoding/o200k_base'];
