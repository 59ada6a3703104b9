/** platform: what every process needs: config, logs, errors, life cycle. */
export const library = 'platform';
