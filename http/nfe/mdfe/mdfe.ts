import { sql } from 'drizzle-orm'
import { mdfeEventoFields, mdfeFields, mdfeXmlFields } from '../../../core/fields/nfe/mdfe'
import { mdfeLife } from '../../../core/lifecycle/mdfe'
import { rowsOf } from '../../platform/context'
import { type RecordOf, resource } from '../../platform/resource'

/** Hours after its authorisation in which a manifest may be cancelled, before the journey (R3-095). */
const CANCEL_HOURS = 24

/** Manifests of what routes carry (MDF-e, N3-033). A draft says of which route and to which state; the rest is read from the route until it is signed. */
export const mdfe = resource({
  name: 'mdfe',
  paths: ['nfe/mdfe', 'mdfe'],
  title: 'MDF-e',
  right: 'mdfe',
  company: 'own',
  fields: mdfeFields,
  life: mdfeLife,
  facts: async (ctx, { dhAutorizacao }) => {
    const [row] = await rowsOf(
      ctx,
      sql`select ${dhAutorizacao}::timestamptz < ${ctx.clock.now()}::timestamptz - make_interval(hours => ${CANCEL_HOURS}) as late`,
    )
    return { fora_do_prazo: row?.late === true }
  },
  search: ['chMDFe', 'placa'],
  display: ['nMDF', 'serie', 'UFFim', 'status'],
  unique: [['chMDFe']],
  indexes: [
    ['empresa_id', 'status', 'id'],
    ['empresa_id', 'dhEmi'],
    ['empresa_id', 'falha_guarda'],
  ],
})

export type Mdfe = RecordOf<typeof mdfe>

/** What was signed and what came of it, to the byte. */
export const mdfeXml = resource({
  name: 'mdfe_xml',
  paths: ['nfe/mdfe_xml'],
  title: 'XML do MDF-e',
  right: 'mdfe',
  readOnly: true,
  company: 'own',
  fields: mdfeXmlFields,
  search: [],
  display: ['tipo', 'chMDFe'],
  indexes: [['chMDFe']],
})

/** Closings, cancellations and what was added to manifests on their way. */
export const mdfeEvento = resource({
  name: 'mdfe_evento',
  paths: ['nfe/mdfe_evento'],
  title: 'Evento do MDF-e',
  right: 'mdfe',
  readOnly: true,
  company: 'own',
  fields: mdfeEventoFields,
  search: [],
  display: ['tpEvento', 'nSeqEvento', 'situacao'],
  unique: [['chMDFe', 'tpEvento', 'nSeqEvento']],
})
