import { NodeSDK, tracing } from '@opentelemetry/sdk-node';

/** A span that has ended in this process. */
export type EndedSpan = ReturnType<tracing.InMemorySpanExporter['getFinishedSpans']>[number];

/** Collects the spans of this process for assertions. */
export class SeenSpans {
  private readonly exporter = new tracing.InMemorySpanExporter();
  private readonly sdk = new NodeSDK({
    spanProcessors: [new tracing.SimpleSpanProcessor(this.exporter)],
    metricReaders: [],
    logRecordProcessors: [],
    resourceDetectors: [],
  });

  static start(): SeenSpans {
    const seen = new SeenSpans();
    seen.sdk.start();
    return seen;
  }

  /** The ended spans, oldest first. */
  get all(): readonly EndedSpan[] {
    return this.exporter.getFinishedSpans();
  }

  named(name: string): EndedSpan | undefined {
    return this.all.find((span) => span.name === name);
  }

  forget(): void {
    this.exporter.reset();
  }

  stop(): Promise<void> {
    return this.sdk.shutdown();
  }
}
