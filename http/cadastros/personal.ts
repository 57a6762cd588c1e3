import { CUSTOMER, type Personal } from './lgpd/personal'

/** What registers tell of people beside their own. */
export const registersPersonal: Personal = {
  copies: [
    { ...CUSTOMER, resource: 'cliente_cashback', goes: 'now', empty: ['obs'] },
    { of: 'vendedor', resource: 'vendedor_comissao', field: 'vendedor_id', goes: 'now', empty: ['obs'] },
    { of: 'transportadora', resource: 'veiculo', field: 'transportadora_id', goes: 'now', empty: ['RNTC'] },
  ],
  open: [
    {
      resource: 'cliente_cashback',
      by: { field: 'cliente_id' },
      where: '"dhUso" is null',
      until: 'dValidade',
      one: 'cashback a usar',
      many: 'créditos de cashback a usar',
    },
  ],
  gone: [
    ['cliente_endereco', 'cliente_id'],
    ['cliente_intencao', 'cliente_id'],
    ['equipe_vendedor', 'membro_id'],
    ['equipe_colaborador', 'membro_id'],
  ],
}
