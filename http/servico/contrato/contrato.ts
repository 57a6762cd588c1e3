import { contratoServicoFields, contratoServicoServicoFields } from '../../../core/fields/servico/contrato'
import { datePartsOf } from '../../../core/br/civil-date'
import { find } from '../../platform/engine/write'
import { refuseRows, resource } from '../../platform/resource'
import { equipamento } from '../registers'

/** Contracts that make service orders by themselves. */
export const contratoServico = resource({
  name: 'contrato_servico',
  paths: ['srv/contrato_servico', 'servico/contrato_servico'],
  title: 'Contrato de serviço',
  right: 'contrato_servico',
  company: 'own',
  fields: contratoServicoFields,
  search: ['descricao', 'cliente_id.xNome'],
  display: ['descricao'],
  indexes: [['empresa_id', 'ativo', 'dProxima']],
  hooks: {
    prepare: async (ctx, drafts) => {
      const today = ctx.clock.today()
      refuseRows(drafts, ({ before, values }) => {
        if (values.dProxima === undefined || values.dProxima === before?.dProxima) return undefined
        values.nDia = datePartsOf(String(values.dProxima)).day
        return String(values.dProxima) < today ? { dProxima: 'Informe um dia a partir de hoje.' } : undefined
      })
      for (const { before, values } of drafts) {
        values.xProblema = null
        const { cliente_id, equipamento_id } = { ...before, ...values }
        const owned = equipamento_id ? await find(ctx, equipamento, Number(equipamento_id)) : undefined
        refuseRows([{ before, values }], () =>
          owned && owned.cliente_id !== cliente_id
            ? { equipamento_id: 'Este equipamento é de outro cliente.' }
            : undefined,
        )
      }
    },
  },
})

/** Services that each order of a contract has. */
export const contratoServicoServico = resource({
  name: 'contrato_servico_servico',
  paths: ['srv/contrato_servico_servico', 'servico/contrato_servico_servico'],
  title: 'Serviço do contrato',
  right: 'contrato_servico',
  company: 'own',
  fields: contratoServicoServicoFields,
  search: [],
  display: ['servico_id', 'qTrib'],
  parent: { resource: 'contrato_servico', field: 'contrato_servico_id', list: 'contrato_servico_servicos' },
})
