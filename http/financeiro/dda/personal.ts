import { type Personal, SUPPLIER } from '../../cadastros/lgpd/personal'

/** What slips against the company tell of suppliers. */
export const ddaPersonal: Personal = {
  copies: [
    {
      ...SUPPLIER,
      resource: 'boleto_dda',
      goes: 'released',
      mark: ['xEmissor'],
      empty: [
        'issuerActivity',
        'issuerTaxId',
        'raiz',
        'sacadorTaxId',
        'raiz_sacador',
        'xSacador',
        'mensagem',
        'motivo',
        'xRecusa',
      ],
    },
    // Who collected for a person: it fits no slip any more.
    { ...SUPPLIER, resource: 'boleto_dda_alias', goes: 'now', numbered: ['raiz'], empty: ['xEmissor'] },
  ],
  open: [
    {
      resource: 'boleto_dda',
      by: { field: 'fornecedor_id' },
      where: 'situacao in (1, 5)',
      one: 'boleto recebido a ligar',
      many: 'boletos recebidos a ligar',
    },
  ],
}
