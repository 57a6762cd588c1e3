import * as v from 'valibot'
import { figure, list, maybeList, texts } from '../shapes'

/** A guide of state taxes (GNRE 2.00) by the names of its layout; its total follows from the rest. */

const { text, one } = texts(300)
const MOST_ITEMS = 100
const MOST_VALUES = 10
const MOST_EXTRAS = 3

/** CNPJ (letters allowed), CPF, or a state registration in their place. */
export const identity = v.object({ CNPJ: one, CPF: one, IE: one })
/** What a document is called: `tipo` as the state names it: 10 number of the note, 22 its key, and others. */
export const origin = v.object({ tipo: text, numero: text })
/** Who pays. `municipio`: five digits, without those of the state. */
export const issuer = v.object({
  identificacao: identity,
  razaoSocial: one,
  endereco: one,
  municipio: one,
  uf: one,
  cep: one,
  telefone: one,
})
/** To whom the goods go. */
export const receiver = v.object({ identificacao: identity, razaoSocial: one, municipio: one })

const item = v.object({
  receita: text,
  detalhamentoReceita: one,
  documentoOrigem: v.optional(origin),
  produto: one,
  referencia: v.optional(v.object({ periodo: one, mes: one, ano: one, parcela: one })),
  dataVencimento: one,
  /** 11 ICMS, 12 poverty fund; 31 and 32 fines, 41 and 42 interest, 51 and 52 adjustment, 21 and 22 totals of each. */
  valores: list(v.object({ tipo: text, valor: figure }), MOST_VALUES),
  convenio: one,
  contribuinteDestinatario: v.optional(receiver),
  camposExtras: maybeList(v.object({ codigo: text, valor: text }), MOST_EXTRAS),
})

/** The shape of a guide that comes as JSON, with limits: the layout and `checkGuide` judge what is in it. */
export const guideSchema = v.object({
  ufFavorecida: text,
  /** 0 simple, 1 several documents of origin, 2 several taxes. */
  tipoGnre: text,
  contribuinteEmitente: v.optional(issuer),
  itens: list(item, MOST_ITEMS),
  dataPagamento: one,
  /** Our own, by which the answer is told apart: up to ten digits. */
  identificadorGuia: one,
})

export type Guide = v.InferOutput<typeof guideSchema>
export type GuideItem = Guide['itens'][number]
