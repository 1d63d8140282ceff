// OpenTelemetry, by its own variables. Nothing of it is loaded unless an endpoint is configured.
import { SERVICE } from '../../generated/service.ts';
import { type Attributes, type Span, type Tracer, useTracer } from '../base/tracing.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const isWanted = (environment: Environment): boolean =>
  environment['OTEL_SDK_DISABLED'] !== 'true' &&
  environment['OTEL_TRACES_EXPORTER'] !== 'none' &&
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'].some(
    (name) => (environment[name] ?? '') !== '',
  );

/** Sends what is left, then ends the tracing; undefined when none is configured. */
export const startTracing = async (
  environment: Environment = process.env,
): Promise<(() => Promise<void>) | undefined> => {
  if (!isWanted(environment)) return undefined;
  const { trace } = await import('@opentelemetry/api');
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } =
    await import('@opentelemetry/resources');
  const named = resourceFromAttributes({
    'service.name': SERVICE.name,
    'service.version': SERVICE.version,
  });
  const provider = new NodeTracerProvider({
    // What the variables say comes last.
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  useTracer(await openTracer());
  return async () => {
    useTracer(undefined);
    // A collector that is gone must not keep the service from stopping.
    await provider.shutdown().catch(() => undefined);
    trace.disable();
  };
};

const openTracer = async (): Promise<Tracer> => {
  const api = await import('@opentelemetry/api');
  const { context, propagation, ROOT_CONTEXT, SpanStatusCode, trace } = api;
  const tracer = trace.getTracer(SERVICE.name, SERVICE.version);
  const kinds = {
    server: api.SpanKind.SERVER,
    internal: api.SpanKind.INTERNAL,
    client: api.SpanKind.CLIENT,
  } as const;
  const given = (attributes: Attributes): Record<string, string | number | boolean> =>
    Object.fromEntries(
      Object.entries(attributes).filter(
        (entry): entry is [string, string | number | boolean] => entry[1] !== undefined,
      ),
    );
  const open = ({ name, kind, attributes = {}, traceparent }: Parameters<Tracer['start']>[0]) =>
    tracer.startSpan(
      name,
      { kind: kinds[kind], attributes: given(attributes) },
      traceparent === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, { traceparent }),
    );
  return {
    run: async (wanted, work) => {
      const span = open(wanted);
      const told: Span = {
        trace_id: span.spanContext().traceId,
        set: (attributes) => void span.setAttributes(given(attributes)),
        fail: (code) => {
          span.setAttribute('error.type', code);
          span.setStatus({ code: SpanStatusCode.ERROR });
        },
      };
      try {
        return await context.with(trace.setSpan(context.active(), span), () => work(told));
      } catch (error) {
        // Its message may have data of the books.
        told.fail(error instanceof Error ? error.name : typeof error);
        throw error;
      } finally {
        span.end();
      }
    },
    start: (wanted) => {
      const span = open(wanted);
      return (failure) => {
        if (failure !== undefined) {
          span.setAttribute('error.type', failure);
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      };
    },
  };
};
