import { array, boolean, nullable, number, object, picklist, record, string, type InferOutput } from 'valibot'

/** What the server tells of the projection; what does not fit is an error where it is read. */

const Day = object({ dia: string(), entra: number(), sai: number(), saldo: number() })
export type Day = InferOutput<typeof Day>

export const ProjectionShape = object({
  hoje: string(),
  comSaldo: boolean(),
  saldoInicial: number(),
  realizado: array(Day),
  dias: array(Day),
  menorSaldo: object({ dia: string(), saldo: number() }),
  atrasado: object({ receber: number(), pagar: number() }),
  previsto: record(string(), number()),
  feriados: array(string()),
})
export type ProjectionShape = InferOutput<typeof ProjectionShape>

const DayTitle = object({
  tipo: picklist(['receber', 'pagar']),
  id: number(),
  versao: number(),
  numero: nullable(string()),
  descricao: nullable(string()),
  pessoa: string(),
  tpConta: number(),
  dVencimento: string(),
  dPrevisao: nullable(string()),
  diasCredito: number(),
  valor: number(),
  atrasado: boolean(),
})
export type DayTitle = InferOutput<typeof DayTitle>
export const DayTitles = object({ data: array(DayTitle), mais: boolean() })
export type DayTitles = InferOutput<typeof DayTitles>
