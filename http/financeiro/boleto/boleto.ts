import { sql } from 'drizzle-orm'
import { boletoFields, boletoInstrucaoFields, LIVE_BOLETO } from '../../../core/fields/financeiro/boleto'
import { badRequest } from '../../platform/errors'
import { type RecordOf, resource } from '../../platform/resource'
import { intArray } from '../../platform/engine/query'
import { fillBoletos } from './issue'

/** Boletos of receivables (N3-065): made once, and what the bank says of them. */
export const boleto = resource({
  name: 'boleto',
  paths: ['financeiro/boleto', 'boleto'],
  title: 'Boleto',
  right: 'remessa_retorno',
  company: 'own',
  fields: boletoFields,
  search: ['nosso_numero', 'seu_numero', 'cliente_id.xNome'],
  display: ['nosso_numero_impresso', 'valor', 'dVencimento'],
  unique: [['serie', 'nosso_numero']],
  indexes: [
    ['empresa_id', 'chave'],
    ['empresa_id', 'situacao', 'id'],
  ],
  custom: {
    /** Those that the bank may still collect, or will. */
    vivos: () => sql`t.situacao = any (${intArray(LIVE_BOLETO)}::int[])`,
  },
  hooks: {
    prepare: (ctx, drafts) => fillBoletos(ctx, drafts),
    remove: () => {
      throw badRequest('Um boleto não é excluído: cancele-o.', 'booked')
    },
  },
})

export type Boleto = RecordOf<typeof boleto>

/** What the bank is told of a boleto after its entry: one a file, in order. */
export const boletoInstrucao = resource({
  name: 'boleto_instrucao',
  paths: ['financeiro/boleto_instrucao', 'boleto_instrucao'],
  title: 'Instrução de boleto',
  right: 'remessa_retorno',
  readOnly: true,
  company: 'own',
  fields: boletoInstrucaoFields,
  search: [],
  display: ['comando', 'situacao'],
  indexes: [['boleto_id', 'situacao', 'id']],
})

export type Instruction = RecordOf<typeof boletoInstrucao>
