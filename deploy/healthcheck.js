// The containers' health check: exits with 0 if the given address responds that the service is ready.
fetch(process.argv[2]).then(
  (answer) => process.exit(answer.ok ? 0 : 1),
  () => process.exit(1),
);
