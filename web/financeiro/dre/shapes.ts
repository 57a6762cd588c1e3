import { array, boolean, nullable, number, object, picklist, string, type InferOutput } from 'valibot'

/** What the server tells of a result; what does not fit is an error where it is read. */

const Line = object({
  plano_conta_id: number(),
  codigo: string(),
  descricao: string(),
  nivel: number(),
  soma: boolean(),
  valores: array(number()),
  total: number(),
})
export type Line = InferOutput<typeof Line>

export const ResultShape = object({
  meses: array(string()),
  linhas: array(Line),
  resultado: object({ valores: array(number()), total: number() }),
})
export type ResultShape = InferOutput<typeof ResultShape>

export const FigureRows = object({
  data: array(
    object({
      dia: string(),
      evento: string(),
      tipo: picklist(['receber', 'pagar', 'caixa']),
      id: number(),
      texto: string(),
      conta: nullable(string()),
      valor: number(),
    }),
  ),
  qtd: number(),
  total: number(),
})
