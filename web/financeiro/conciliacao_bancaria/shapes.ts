import * as v from 'valibot'

/** What the server answers of a reconciliation. */

const item = v.object({
  id: v.number(),
  titulo: v.string(),
  data: v.nullable(v.string()),
  valor: v.nullable(v.string()),
})
const proposal = v.object({
  tipo: v.string(),
  score: v.number(),
  razoes: v.array(v.string()),
  detalhe: v.record(v.string(), v.union([v.string(), v.number()])),
  itens: v.array(item),
})
const line = v.object({
  id: v.number(),
  dMovimento: v.string(),
  memo: v.string(),
  documento: v.nullable(v.string()),
  amount: v.number(),
  resta: v.number(),
  kind: v.string(),
  par: v.nullable(v.number()),
  propostas: v.array(proposal),
})
export const ProposalsShape = v.object({
  linhas: v.array(line),
  /** Lines that wait, those that are not shown yet among them. */
  total: v.number(),
  certas: v.number(),
  avisos: v.array(v.string()),
})

/** What became of what was sure. */
export const SureShape = v.object({
  feitas: v.number(),
  restam: v.number(),
  linhas: v.array(v.object({ linha: v.number(), desfaz: v.picklist(['desconcilia', 'reabre']) })),
  recusadas: v.array(v.object({ linha: v.number(), memo: v.string(), motivo: v.string() })),
})

const day = v.object({ dia: v.string(), banco: v.number(), caixa: v.number(), diferenca: v.number() })
export const StandingShape = v.object({
  restam: v.number(),
  dSaldo: v.nullable(v.string()),
  vSaldoBanco: v.nullable(v.number()),
  vSaldoCaixa: v.nullable(v.number()),
  vDiferenca: v.nullable(v.number()),
  dias: v.array(day),
})

export const OfferShape = v.object({
  banco_id: v.number(),
  padrao: v.string(),
  sinal: v.string(),
  plano_conta_id: v.nullable(v.number()),
  cliente_id: v.nullable(v.number()),
  fornecedor_id: v.nullable(v.number()),
  confirmacoes: v.number(),
  frase: v.string(),
})

export type Line = v.InferOutput<typeof line>
export type Proposal = v.InferOutput<typeof proposal>
export type Standing = v.InferOutput<typeof StandingShape>
export type Refused = v.InferOutput<typeof SureShape>['recusadas'][number]
export type Offer = v.InferOutput<typeof OfferShape>
