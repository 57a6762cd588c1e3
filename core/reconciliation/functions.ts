import * as v from 'valibot'
import { isCivilDate } from '../br/civil-date'
import { amount, coreFunction } from '../function'
import { matchLines, MAX_MATCH_LINES } from './match'

/** The terminal face of the area, and nothing else imports it. */

const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String))
const text = v.pipe(v.string(), v.maxLength(500))
const optional = v.optional(text)
const date = v.pipe(v.string(), v.check(isCivilDate, 'Data inválida.'))
const conta = v.optional(id, '')
const flag = v.optional(v.boolean())

const linha = v.object({
  id,
  conta,
  data: date,
  valor: amount,
  memo: v.optional(text, ''),
  fitid: optional,
  arquivo: v.optional(v.number()),
})
const titulo = v.object({
  id,
  tipo: v.picklist(['receber', 'pagar']),
  tpConta: v.optional(v.number()),
  vSaldo: amount,
  dVencimento: date,
  pessoa: v.optional(text, ''),
  CNPJ_CPF: optional,
  numero: optional,
  txid: optional,
  nossoNumero: optional,
  dda: flag,
  pMulta: v.optional(amount),
  pJurosMes: v.optional(amount),
  dDesconto: v.optional(date),
  vDesconto: v.optional(amount),
})
const caixa = v.object({ id, conta, data: date, valor: amount, numero: optional, pessoa: optional })
const lote = v.object({
  id,
  conta,
  origem: v.picklist(['retorno', 'cartao']),
  nome: optional,
  dCredito: date,
  vBruto: amount,
  vTarifa: v.optional(amount, 0),
  titulos: v.pipe(v.array(id), v.maxLength(5_000)),
  linha: v.optional(id),
})
const regra = v.object({
  id,
  padrao: text,
  inteiro: flag,
  sinal: v.picklist(['+', '-']),
  conta: v.optional(id),
  plano_conta_id: v.number(),
  confirmacoes: v.number(),
  automatica: flag,
})
const listOf = <S extends v.GenericSchema>(one: S, most: number) =>
  v.optional(v.pipe(v.array(one), v.maxLength(most)), [])

export const reconciliationFunctions = [
  coreFunction({
    name: 'reconciliation.match',
    summary: 'Diz de que pode ser cada linha de um extrato: propostas com pontos e razões, e o que age por si.',
    takes:
      '{linhas: [{id, conta, data, valor, memo, fitid?, arquivo?}], titulos: [{id, tipo, vSaldo, dVencimento, pessoa, …}], caixa?, lotes?, regras?, apelidos?, CNPJ_empresa?}',
    gives: '{linhas: [{linha, kind, propostas: [{alvo, tipo, score, razoes, detalhe?}], de?, par?}]}',
    input: v.object({
      linhas: v.pipe(v.array(linha), v.maxLength(MAX_MATCH_LINES)),
      titulos: listOf(titulo, 500_000),
      caixa: listOf(caixa, 100_000),
      lotes: listOf(lote, 20_000),
      regras: listOf(regra, 5_000),
      apelidos: listOf(v.object({ padrao: text, pessoa: text, inteiro: flag }), 20_000),
      CNPJ_empresa: optional,
    }),
    run: (input) => ({ linhas: matchLines(input) }),
  }),
]
