import { contratoServicoFields, contratoServicoServicoFields } from '../../../core/fields/servico/contrato'
import { datePartsOf } from '../../../core/br/civil-date'
import type { Ctx } from '../../platform/context'
import { loadWhere } from '../../platform/engine/write'
import { changes, type Draft, refuseRows, resource } from '../../platform/resource'
import { equipamento, OTHERS_EQUIPMENT } from '../registers'

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
      const owners = await ownersOf(ctx, drafts)
      refuseRows(drafts, (draft) => {
        draft.values.xProblema = null
        return wrongDay(ctx, draft) ?? wrongOwner(draft, owners)
      })
    },
  },
})

/** A contract begins no earlier than today; its orders fall on the day of the month that is told. */
function wrongDay(ctx: Ctx, draft: Draft): Readonly<Record<string, string>> | undefined {
  if (!changes(draft, 'dProxima')) return undefined
  const dProxima = String(draft.values.dProxima)
  draft.values.nDia = datePartsOf(dProxima).day
  return dProxima < ctx.clock.today() ? { dProxima: 'Informe um dia a partir de hoje.' } : undefined
}

/** Whose each equipment is that contracts name. */
async function ownersOf(ctx: Ctx, drafts: readonly Draft[]): Promise<ReadonlyMap<number, number>> {
  const ids = drafts.map(({ before, values }) => Number(values.equipamento_id ?? before?.equipamento_id ?? 0))
  const found = await loadWhere(ctx, equipamento, 'id', [...new Set(ids)])
  return new Map(found.map((one) => [one.id, one.cliente_id]))
}

function wrongOwner(draft: Draft, owners: ReadonlyMap<number, number>): Readonly<Record<string, string>> | undefined {
  if (!changes(draft, 'equipamento_id') && !changes(draft, 'cliente_id')) return undefined
  const { cliente_id, equipamento_id } = { ...draft.before, ...draft.values }
  const owner = owners.get(Number(equipamento_id ?? 0))
  return owner === undefined || owner === cliente_id ? undefined : { equipamento_id: OTHERS_EQUIPMENT }
}

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
