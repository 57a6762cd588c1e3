import { sql } from 'drizzle-orm'
import { unitizadorComputed, unitizadorFields } from '../../../core/fields/estoque/unitizador'
import { unitizadorLife } from '../../../core/lifecycle/unitizador'
import { unitLabel } from '../../../core/receiving/reading'
import { effects } from '../../documents/steps'
import { badRequest } from '../../platform/errors'
import { type Draft, type RecordOf, refuseRows, resource } from '../../platform/resource'
import { patchRows } from '../../platform/engine/write'

/** Pallets and boxes (N2-039): they hold labels of volumes, not stock, and what the labels are of lies where they lie. */
export const unitizador = resource({
  name: 'unitizador',
  paths: ['estoque/unitizador'],
  title: 'Unitizador',
  right: 'entrada',
  company: 'own',
  fields: unitizadorFields,
  life: unitizadorLife,
  search: ['codBar'],
  display: ['codBar', 'tipo'],
  unique: [['empresa_id', 'codBar']],
  indexes: [['empresa_id', 'status', 'id']],
  computed: {
    qEtiquetas: {
      meta: unitizadorComputed.qEtiquetas.meta,
      sql: () => sql`(select count(*)::int from entrada_mercadoria_etiqueta e where e.unitizador_id = t.id)`,
    },
  },
  hooks: {
    prepare: (_, drafts) => refuseRows(drafts, faultsOf),
    after: async (ctx, records) => {
      const unnamed = records.filter((one) => one.codBar === null).map(({ id }) => Number(id))
      await patchRows(
        ctx,
        unitizador,
        unnamed.map((id) => ({ id, codBar: unitLabel(id) })),
      )
    },
    remove: (_, { dhMovimentacao }) => {
      if (dhMovimentacao !== null)
        throw badRequest('Este unitizador já mudou mercadorias de local: esvazie-o, em vez de excluir.', 'moved')
    },
  },
})

export type Unit = RecordOf<typeof unitizador>

/** A code of our own is that of its own number. */
function faultsOf({ before, values: { codBar } }: Draft): Readonly<Record<string, string>> | undefined {
  const isOwn = typeof codBar === 'string' && codBar.startsWith('001') && codBar.length === unitLabel(0).length
  return isOwn && (before === undefined || codBar !== unitLabel(Number(before.id)))
    ? { codBar: 'Este é o código de outra etiqueta nossa: deixe vazio para usar a deste unitizador.' }
    : undefined
}

effects(unitizador, {
  move: {
    title: 'a mudança de local',
    date: 'dhMovimentacao',
    inParts: true,
    // Neither quantity nor value of the company changes.
    posts: [{ ledger: 'estoque', when: {}, sums: { qTrib: 'select 0', vCusto: 'select 0' } }],
    proofs: {
      'unitizador: o que está nele está no local dele': `select count(*) from entrada_mercadoria_etiqueta t join unitizador u on u.id = t.unitizador_id
        where t.armazenamento_id is distinct from u.armazenamento_id or t.empresa_id <> u.empresa_id or t."dhAnulacao" is not null`,
      'unitizador: vazio, não tem etiquetas': `select count(*) from unitizador u where u."dhEsvaziamento" is not null
        and exists (select 1 from entrada_mercadoria_etiqueta t where t.unitizador_id = u.id)`,
    },
  },
})
