import * as v from 'valibot'
import { MATCH_KINDS, type MatchKind } from '../../../core/fields/financeiro/extrato'
import { REASONS } from '../../../core/reconciliation/types'
import { identifier } from '../../platform/inputs'

/** What verbs of lines are asked with, and answer. */

const MOST_LINES = 500

export const linesInput = v.pipe(
  v.array(identifier, 'Selecione um registro'),
  v.minLength(1, 'Selecione um registro'),
  v.maxLength(MOST_LINES, `No máximo ${MOST_LINES} linhas por vez.`),
  v.check((list) => new Set(list).size === list.length, 'Uma linha aparece mais de uma vez.'),
)

const kinds = Object.keys(MATCH_KINDS).filter((one): one is MatchKind => Object.hasOwn(MATCH_KINDS, one))
const reasons = Object.keys(REASONS)

/** Of which proposal it came: kept with the match. */
export const aboutInput = {
  tipo: v.optional(v.nullable(v.picklist(kinds))),
  score: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000)))),
  razoes: v.optional(v.nullable(v.pipe(v.array(v.picklist(reasons)), v.maxLength(20)))),
}

type About = v.InferOutput<v.ObjectSchema<typeof aboutInput, undefined>>

export const aboutOf = ({ tipo, score, razoes }: About, otherwise: MatchKind) => ({
  tipo: tipo ?? otherwise,
  score: score ?? null,
  razoes: razoes ?? null,
})

const offer = v.object({
  banco_id: v.number(),
  padrao: v.string(),
  sinal: v.string(),
  plano_conta_id: v.nullable(v.number()),
  cliente_id: v.nullable(v.number()),
  fornecedor_id: v.nullable(v.number()),
  confirmacoes: v.number(),
  frase: v.string(),
})

export const linesAnswer = v.object({
  lancamentos: v.array(v.number()),
  linhas: v.number(),
  oferta: v.nullable(offer),
})
