import { CUSTOMER, type Personal } from '../../cadastros/lgpd/personal'

const THROUGH_BOLETO = { of: 'cliente', field: 'boleto_id', through: ['boleto', 'cliente_id'] } as const

/** What collection tells of customers. One who still owes what a boleto is of is kept by that receivable. */
export const collectionPersonal: Personal = {
  copies: [
    { ...CUSTOMER, resource: 'boleto', goes: 'released', empty: ['pix', 'motivo'] },
    { ...THROUGH_BOLETO, resource: 'boleto_instrucao', goes: 'released', empty: ['motivo'] },
    {
      ...THROUGH_BOLETO,
      resource: 'retorno_boleto',
      goes: 'released',
      mark: ['xPagador'],
      empty: ['pix', 'motivo', 'motivos'],
    },
  ],
}
