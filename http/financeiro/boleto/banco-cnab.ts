import { sql } from 'drizzle-orm'
import { checkRemessa } from '../../../core/banking/cnab/write-remessa'
import type { Titulo } from '../../../core/banking/cnab/titulo'
import { makeBoleto } from '../../../core/banking/make-boleto'
import { CoreError } from '../../../core/errors'
import { bancoCnabFields } from '../../../core/fields/financeiro/boleto'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest, invalid } from '../../platform/errors'
import { type Draft, type RecordOf, resource, type Row } from '../../platform/resource'
import { type Collection, collectionOf } from './account'
import { takeNumbers } from './numbers'

/** The collections of cash accounts: what a company has agreed on with its banks (N3-008, S3-019). */
export const bancoCnab = resource({
  name: 'banco_cnab',
  paths: ['financeiro/banco_cnab', 'banco_cnab'],
  title: 'Cobrança bancária',
  right: 'banco_cnab',
  company: 'own',
  fields: bancoCnabFields,
  search: ['descricao', 'convenio'],
  display: ['descricao'],
  custom: {
    /** Nine tenths of the range are used: another is asked for in time. */
    quase_no_fim: () =>
      sql`t.ativo and t.nosso_numero_fim is not null and t.nosso_numero_proximo::numeric >= t.nosso_numero_fim::numeric * 0.9`,
  },
  hooks: {
    prepare: async (ctx, drafts) => {
      for (const draft of drafts) await checkSetup(ctx, draft)
    },
    remove: async (ctx, { id }) => {
      const rows = await rowsOf(ctx, sql`select 1 from boleto where banco_cnab_id = ${Number(id)} limit 1`)
      if (rows.length > 0) throw badRequest('Esta cobrança tem boletos: desative-a.', 'in_use')
    },
  },
})

export type Setup = RecordOf<typeof bancoCnab>

const FIELDS_OF: Readonly<Record<string, string>> = {
  nosso_numero: 'nosso_numero_proximo',
  empresa: 'banco_id',
  empresa_documento: 'banco_id',
  banco: 'banco_id',
}
const fieldOf = (name: string): string => FIELDS_OF[name] ?? (name in bancoCnabFields ? name : 'convenio')

/** Says at once what the bank would refuse of every boleto and of every file. Throws 422, by field. */
async function checkSetup(ctx: Ctx, { before, values }: Draft): Promise<void> {
  const setup: Row = { nosso_numero_proximo: '1', layout: 'CNAB400', ...before, ...values }
  const [from, to] = [setup.nosso_numero_proximo, setup.nosso_numero_fim]
  const faults = new Map<string, string[]>()
  const add = (name: string, message: string) => {
    const field = fieldOf(name)
    const list = faults.get(field) ?? []
    if (!list.includes(message)) faults.set(field, [...list, message])
  }
  if (!/^\d+$/.test(String(from ?? ''))) add('nosso_numero', 'Informe só números.')
  else if (typeof to === 'string' && (!/^\d+$/.test(to) || BigInt(to) < BigInt(String(from))))
    add('nosso_numero_fim', 'O último número vem depois do próximo.')
  if (before && typeof values.sequencia === 'number' && values.sequencia < Number(before.sequencia))
    add('sequencia', 'O número da remessa não volta: o banco recusaria o arquivo.')
  const collection = await collectionOf(ctx, setup)
  if (!/^\d{3}$/.test(collection.banco)) add('banco', 'Informe antes o código do banco na conta caixa.')
  if (faults.size === 0) trySample(ctx, setup, collection, add)
  if (faults.size > 0) throw invalid(Object.fromEntries(faults))
}

/** A boleto and a file of it are made of what was typed. */
function trySample(ctx: Ctx, setup: Row, { banco, layout, conta, beneficiario }: Collection, add: Add): void {
  const today = ctx.clock.today()
  try {
    const range = { banco, nosso_numero_proximo: String(setup.nosso_numero_proximo), nosso_numero_fim: null }
    const [nosso_numero = ''] = takeNumbers(range, 1, today).numbers
    const made = makeBoleto({ conta, nosso_numero, dVencimento: today, valor: '1.00', seu_numero: '1' })
    const { numero, dv } = made.nosso_numero
    const titulo = { ...SAMPLE, vencimento: today, emissao: today, nosso_numero: numero, nosso_numero_dv: dv }
    const remessa = { banco, layout, beneficiario, sequencia: 1, data: today, hora: '00:00:00', titulos: [titulo] }
    const terms = {
      protesto_dias: typeof setup.protesto_dias === 'number' ? setup.protesto_dias : null,
      devolucao_dias: typeof setup.devolucao_dias === 'number' ? setup.devolucao_dias : null,
    }
    for (const fault of checkRemessa({ ...remessa, titulos: [{ ...titulo, ...terms }] }))
      add(fault.campo, fault.mensagem)
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
    if (error.code === 'unknown_bank') add('layout', error.message)
    else for (const [name, messages] of Object.entries(error.fields ?? {})) for (const one of messages) add(name, one)
  }
}

type Add = (name: string, message: string) => void

/** What is printed on every boleto of a collection. */
export const messagesOf = (setup: Row): readonly string[] =>
  [setup.instrucao_1, setup.instrucao_2, setup.instrucao_3]
    .filter((one) => typeof one === 'string' && one !== '')
    .map(String)

/** A title that every bank takes. */
const SAMPLE: Titulo = {
  comando: 'entrada',
  nosso_numero: '',
  nosso_numero_dv: '',
  seu_numero: '1',
  uso_empresa: '1',
  vencimento: null,
  emissao: null,
  valor: '1.00',
  especie: 'DM',
  aceite: false,
  juros: null,
  multa: null,
  desconto: null,
  abatimento: '0.00',
  iof: '0.00',
  protesto_dias: null,
  devolucao_dias: null,
  pagador: {
    nome: 'PAGADOR',
    documento: '00000000191',
    endereco: 'RUA 1',
    bairro: 'CENTRO',
    cep: '01001000',
    cidade: 'SAO PAULO',
    uf: 'SP',
  },
  avalista: null,
  mensagens: [],
}
