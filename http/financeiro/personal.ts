import { CUSTOMER, type Personal, SUPPLIER } from '../cadastros/lgpd/personal'

const UNPAID = '"dhCancelamento" is null and "vSaldo" > 0'

/** What titles tell of customers and suppliers. */
export const titlesPersonal: Personal = {
  copies: [
    {
      of: 'cliente',
      field: 'conta_receber_id',
      through: ['contas_receber', 'cliente_id'],
      resource: 'conciliacao_venda',
      goes: 'released',
      empty: ['card_number', 'description'],
    },
    { ...CUSTOMER, resource: 'contas_receber', goes: 'released', empty: ['obs', 'descricao'] },
    { ...CUSTOMER, resource: 'cobranca_contato', goes: 'now', mark: ['xResultado'] },
    // What a bank calls a person, which a rule has learned: it fits no line any more.
    { ...CUSTOMER, resource: 'conciliacao_regra', goes: 'now', numbered: ['padrao'] },
    { ...SUPPLIER, resource: 'conciliacao_regra', goes: 'now', numbered: ['padrao'] },
    { ...SUPPLIER, resource: 'contas_pagar', goes: 'released', empty: ['obs', 'descricao', 'linha_digitavel', 'pix'] },
  ],
  open: [
    {
      resource: 'contas_receber',
      by: { field: 'cliente_id' },
      where: UNPAID,
      one: 'conta a receber em aberto',
      many: 'contas a receber em aberto',
    },
    {
      resource: 'contas_receber',
      by: { field: 'cliente_id' },
      where: '"dhCancelamento" is null and "vSaldo" < 0',
      one: 'crédito a usar',
      many: 'créditos a usar',
    },
    {
      resource: 'contas_pagar',
      by: { field: 'fornecedor_id' },
      where: UNPAID,
      one: 'conta a pagar em aberto',
      many: 'contas a pagar em aberto',
    },
  ],
  kept: [
    { resource: 'contas_receber', field: 'cliente_id', date: '"dEmissao"' },
    { resource: 'contas_pagar', field: 'fornecedor_id', date: '"dEmissao"' },
  ],
}
