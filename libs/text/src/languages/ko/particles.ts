/** Particles (josa), which are written onto a name or noun: `앨리스` with `가`. */
export const PARTICLES: readonly string[] =
  '에서부터 으로부터 이라고 라고 에게서 한테서 에서는 에서도 까지는 에서 에게 한테 으로 이랑 하고 부터 까지 처럼 보다 마다 이나 이라 에는 에도 께서 은 는 이 가 을 를 의 에 와 과 도 로 랑 나 만 께 들 야 아'.split(
    ' ',
  );
