// The containers' health check: is this address answering that all is well?
fetch(process.argv[2]).then(
  (answer) => process.exit(answer.ok ? 0 : 1),
  () => process.exit(1),
);
