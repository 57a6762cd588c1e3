import { sql } from 'drizzle-orm'
import { f } from '../../../core/fields/field'
import { nfeEventoFields, nfeFields, nfeXmlFields } from '../../../core/fields/nfe/nfe'
import { nfeLife } from '../../../core/lifecycle/nfe'
import { rowsOf } from '../../platform/context'
import { type RecordOf, resource } from '../../platform/resource'
import { termNow } from './cancel-term'
import { prepareDrafts } from './draft'

/**
 * Was a note sent without an answer, and would it go another way now? Only then another takes its place: not of one that was announced (EPEC) or that goods went with
 * (off-line).
 */
const REISSUABLE = sql`(t.status = 1 and t."tpEmis" not in (4, 9)
  and exists (select 1 from contingencia c where c.empresa_id = t.empresa_id and c.mod = t.mod and c."dhFim" is null and c."tpEmis" <> t."tpEmis")
  and exists (select 1 from troca q where q.recurso = 'nfe' and q.registro_id = t.id and q.tipo = 'sefaz.nota' and q.tentativas > 0 and q.status in ('na_fila', 'incerta', 'falhou')))`

/** Notes that the company issues: NF-e and NFC-e (N3-034). A draft is of a document; what it says is read from there until it is signed. */
export const nfe = resource({
  name: 'nfe',
  paths: ['nfe/nfe', 'nfe'],
  title: 'NF-e',
  right: 'nfe',
  company: 'own',
  fields: nfeFields,
  life: nfeLife,
  facts: async (ctx, record) => {
    const [row] = await rowsOf(ctx, sql`select ${REISSUABLE} as reemissivel from nfe t where t.id = ${record.id}`)
    return { fora_do_prazo: (await termNow(ctx, record))?.over, reemissivel: row?.reemissivel === true }
  },
  search: ['xDest', 'chNFe'],
  display: ['nNF', 'serie', 'vNF', 'status'],
  unique: [['chNFe']],
  indexes: [
    ['empresa_id', 'status', 'id'],
    ['empresa_id', 'dhEmi'],
    ['empresa_id', 'mod', 'serie', 'nNF'],
    ['empresa_id', 'falha_guarda'],
  ],
  computed: {
    reemissivel: { meta: f.boolean('Pode ser reemitida em contingência').computed().meta, sql: () => REISSUABLE },
    has_venda: {
      meta: f.json('Venda').computed().meta,
      sql: () =>
        sql`case when t.venda_id is not null then json_build_object('venda_id', t.venda_id, 'venda', json_build_object('cliente_id', t.cliente_id)) end`,
    },
  },
  hooks: { prepare: prepareDrafts },
})

export type Nfe = RecordOf<typeof nfe>

/** What was signed and what came of it, to the byte. */
export const nfeXml = resource({
  name: 'nfe_xml',
  paths: ['nfe/nfe_xml'],
  title: 'XML da NF-e',
  right: 'nfe',
  readOnly: true,
  company: 'own',
  fields: nfeXmlFields,
  search: [],
  display: ['tipo', 'chNFe'],
  indexes: [['chNFe']],
})

/** Corrections and cancellations of notes. */
export const nfeEvento = resource({
  name: 'nfe_evento',
  paths: ['nfe/nfe_evento'],
  title: 'Evento da NF-e',
  right: 'nfe',
  readOnly: true,
  company: 'own',
  fields: nfeEventoFields,
  search: [],
  display: ['tpEvento', 'nSeqEvento', 'situacao'],
  unique: [['nfe_id', 'tpEvento', 'nSeqEvento']],
})
