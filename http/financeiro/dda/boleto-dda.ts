import { boletoDdaAliasFields, boletoDdaFields } from '../../../core/fields/financeiro/boleto-dda'
import { badRequest } from '../../platform/errors'
import { type RecordOf, resource } from '../../platform/resource'
import { fillSlips } from './fill'
import { matchSlips } from './match'

/** Slips registered against the company (N3-010, S3-013, E3-040): read of a sweep, scanned or typed. */
export const boletoDda = resource({
  name: 'boleto_dda',
  paths: ['financeiro/boletos_dda', 'boleto_dda'],
  title: 'Boleto recebido',
  right: 'boletos_dda',
  company: 'own',
  fields: boletoDdaFields,
  search: ['xEmissor', 'issuerTaxId', 'numero_documento', 'linha_digitavel', 'fornecedor_id.xNome'],
  display: ['xEmissor', 'cost', 'dueDate'],
  unique: [['empresa_id', 'codigo_barras'], ['contas_pagar_id']],
  indexes: [
    ['empresa_id', 'situacao', 'dueDate'],
    ['empresa_id', 'raiz'],
    ['empresa_id', 'raiz_sacador'],
  ],
  hooks: {
    prepare: fillSlips,
    after: async (ctx, records) => {
      await matchSlips(
        ctx,
        records.map(({ id }) => Number(id)),
      )
    },
    remove: (_ctx, { contas_pagar_id, arquivo }) => {
      if (contas_pagar_id !== null) throw badRequest('Desvincule o boleto antes de excluir.', 'linked')
      if (arquivo !== null) throw badRequest('O banco diz que este boleto existe: recuse-o, com o motivo.', 'booked')
    },
  },
})

export type Slip = RecordOf<typeof boletoDda>

/** Who collects for whom, as it was learned: a factoring company and the supplier that sold to it. */
export const boletoDdaAlias = resource({
  name: 'boleto_dda_alias',
  paths: ['financeiro/boleto_dda_alias'],
  title: 'Emissor por fornecedor',
  right: 'boletos_dda',
  company: 'own',
  fields: boletoDdaAliasFields,
  search: ['raiz', 'xEmissor', 'fornecedor_id.xNome'],
  display: ['raiz', 'xEmissor'],
  unique: [['empresa_id', 'raiz', 'fornecedor_id']],
})
