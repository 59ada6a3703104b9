import { AppModule } from './app.module';
import { toConfig } from './config';

test('agent-executor: with an empty environment it uses the offline model and runs four turns at once', () => {
  const config = toConfig({});
  expect(config).toMatchObject({ slots: 4, profile: undefined });
  expect(AppModule.forRoot(config).imports).toHaveLength(2);
});
