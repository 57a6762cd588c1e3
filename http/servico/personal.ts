import { sql } from 'drizzle-orm'
import { CUSTOMER, type Forgetting, type Personal } from '../cadastros/lgpd/personal'

/** Photos of what is a person's own, and what they drew as they signed, go with them. */
const forgetPictures: Forgetting = async (ctx, { register, record: { id } }) => {
  if (register.resource.name !== 'cliente') return
  await ctx.db.execute(sql`
    delete from anexo a where (a.anexable_type = 'ordem_servico' and a.anexable_id in (select d.id from ordem_servico d where d.cliente_id = ${id}))
      or (a.anexable_type = 'equipamento' and a.anexable_id in (select e.id from equipamento e where e.cliente_id = ${id}))`)
}

/** What service orders tell of customers. */
export const servicePersonal: Personal = {
  copies: [
    {
      ...CUSTOMER,
      resource: 'ordem_servico',
      goes: 'released',
      mark: ['cliente_xNome'],
      empty: [
        'cliente_CNPJ_CPF',
        'cliente_endereco',
        'xEquipamento',
        'nSerie',
        'defeito',
        'laudo',
        'obs',
        'custom_fields',
        'xAssinante',
      ],
    },
    {
      ...CUSTOMER,
      resource: 'equipamento',
      goes: 'now',
      mark: ['descricao'],
      empty: ['nSerie', 'marca', 'modelo', 'obs'],
    },
    { ...CUSTOMER, resource: 'contrato_servico', goes: 'now', mark: ['descricao'], empty: ['defeito', 'xProblema'] },
  ],
  open: [
    {
      resource: 'ordem_servico',
      by: { field: 'cliente_id' },
      where: '"dhCancelamento" is null and "dhFaturamento" is null',
      one: 'ordem de serviço em aberto',
      many: 'ordens de serviço em aberto',
    },
    {
      resource: 'contrato_servico',
      by: { field: 'cliente_id' },
      where: 'ativo',
      one: 'contrato de serviço ativo',
      many: 'contratos de serviço ativos',
    },
  ],
  kept: [
    { resource: 'ordem_servico', field: 'cliente_id', date: 'coalesce("dhFaturamento", "dhFinalizacao", criado_em)' },
  ],
  forget: forgetPictures,
}
