import { sql, type SQL } from 'drizzle-orm'
import { entryName, type Folder, type Missing, voidKey } from '../../../core/fiscal/keeping/archive'
import { rowsOf } from '../../platform/context'
import type { ZipEntry } from '../../platform/zip'
import type { Reader } from '../../platform/reader'
import { spoilt } from './numbers'
import { type Wanted, within } from './wanted'

/** Texts that one question brings. */
const PAGE = 25

/** A source of documents: rows with `id`, `xml` and what their names are made of, from an id on. */
interface Source {
  readonly folder: Folder
  readonly from: (wanted: Wanted) => SQL
  readonly columns: SQL
  readonly name: (row: Readonly<Record<string, unknown>>) => string
  /** How it is called where what is kept is not what was kept. */
  readonly missing?: (row: Readonly<Record<string, unknown>>) => string
}

const notesIn = (wanted: Wanted, status: SQL): SQL => sql`nfe t
  join lateral (select k.xml from nfe_xml k where k.nfe_id = t.id and k.tipo = 'protocolo' order by k.id desc limit 1) x on true
  where t.empresa_id = ${wanted.empresa_id} and t.mod = ${wanted.mod} and t."tpAmb" = ${wanted.tpAmb} and ${status} and ${within(sql`t."dhEmi"`, wanted)}`

const byKey = (folder: Folder) => (row: Readonly<Record<string, unknown>>) =>
  entryName(folder, String(row.chNFe), 'nfe')
const eventName = (folder: Folder) => (row: Readonly<Record<string, unknown>>) =>
  entryName(folder, String(row.chNFe), String(row.tpEvento), String(row.nSeqEvento))

const SOURCES: readonly Source[] = [
  {
    folder: 'autorizadas',
    columns: sql`t.id, t."chNFe", x.xml`,
    from: (wanted) => notesIn(wanted, sql`t.status in (3, 4)`),
    name: byKey('autorizadas'),
  },
  {
    folder: 'canceladas',
    columns: sql`t.id, t."chNFe", x.xml`,
    from: (wanted) => notesIn(wanted, sql`t.status = 5`),
    name: byKey('canceladas'),
  },
  {
    folder: 'canceladas',
    columns: sql`x.id, t."chNFe", x."tpEvento", x."nSeqEvento", x.xml`,
    from: (
      wanted,
    ) => sql`nfe t join nfe_xml x on x.nfe_id = t.id and x.tipo = 'evento_protocolo' and x."tpEvento" in ('110111', '110112')
      where t.empresa_id = ${wanted.empresa_id} and t.mod = ${wanted.mod} and t."tpAmb" = ${wanted.tpAmb} and t.status = 5 and ${within(sql`t."dhEmi"`, wanted)}`,
    name: eventName('canceladas'),
  },
  {
    folder: 'eventos',
    columns: sql`x.id, t."chNFe", x."tpEvento", x."nSeqEvento", x.xml`,
    from: (wanted) => sql`nfe_evento v join nfe t on t.id = v.nfe_id
      join nfe_xml x on x.nfe_id = v.nfe_id and x.tipo = 'evento_protocolo' and x."tpEvento" = v."tpEvento" and x."nSeqEvento" = v."nSeqEvento"
      where v.empresa_id = ${wanted.empresa_id} and t.mod = ${wanted.mod} and t."tpAmb" = ${wanted.tpAmb} and ${within(sql`v."dhRegistro"`, wanted)}`,
    name: eventName('eventos'),
  },
  {
    folder: 'inutilizadas',
    columns: sql`x.id, x.serie, x."nIni", x."nFin", x.xml, ${spoilt(sql`x`)} as difere`,
    from: (
      wanted,
    ) => sql`inutilizacao x where x.empresa_id = ${wanted.empresa_id} and x.mod = ${wanted.mod} and x."tpAmb" = ${wanted.tpAmb}
      and x.situacao = 'inutilizada' and ${within(sql`x."dhRegistro"`, wanted)}`,
    name: ({ xml, serie, nIni, nFin }) =>
      entryName('inutilizadas', voidKey(String(xml)) ?? `${String(serie)}${String(nIni)}${String(nFin)}`, 'inut'),
    missing: ({ serie, nIni, nFin }) => `Inutilização de ${String(nIni)} a ${String(nFin)} da série ${String(serie)}`,
  },
  {
    folder: 'recebidas',
    columns: sql`t.id, t.chave, x.xml, ${spoilt(sql`x`)} as difere, t.resumo`,
    // Of the month in which it came, whenever it was issued: one that comes late is in a later file, and in one alone.
    from: (wanted) => sql`nfe_compra t left join nfe_compra_xml x on x.nfe_compra_id = t.id
      where t.empresa_id = ${wanted.empresa_id} and substr(t.chave, 21, 2) = ${String(wanted.mod)} and ${within(sql`coalesce(x.recebido_em, t.criado_em)`, wanted)}`,
    name: ({ chave }) => entryName('recebidas', String(chave), 'nfe'),
    missing: ({ chave }) => `Nota recebida ${String(chave)}`,
  },
]

/** How many files there will be, at most. */
export async function filesIn(read: Reader, wanted: Wanted): Promise<number> {
  const parts = SOURCES.map(({ from }) => sql`(select count(*) from ${from(wanted)})`)
  const [row] = await read((ctx) => rowsOf(ctx, sql`select ${sql.join(parts, sql` + `)} as n`))
  return Number(row?.n ?? 0)
}

/** What is told of files while they are written. */
export interface Told {
  readonly file: (folder: Folder) => void
  readonly missing: (lack: Missing) => void
}

/** All documents of the period, page after page, each under its name. */
export async function* documentsIn(read: Reader, wanted: Wanted, told: Told): AsyncGenerator<ZipEntry, void> {
  for (const source of SOURCES)
    for (let after = 0, more = true; more;) {
      const from = after
      const rows = await read((ctx) => pageOf(ctx, source, wanted, from))
      for (const row of rows) {
        lackOf(source, row, told)
        if (typeof row.xml !== 'string') continue
        told.file(source.folder)
        yield { name: source.name(row), content: row.xml }
      }
      after = Number(rows.at(-1)?.id ?? 0)
      more = rows.length === PAGE
    }
}

function pageOf(ctx: Parameters<typeof rowsOf>[0], { columns, from }: Source, wanted: Wanted, after: number) {
  return rowsOf(
    ctx,
    sql`select * from (select ${columns} from ${from(wanted)}) p where p.id > ${after} order by p.id limit ${PAGE}`,
  )
}

/** Of notes that the company issued the list of their numbers tells. */
function lackOf({ missing }: Source, row: Readonly<Record<string, unknown>>, told: Told): void {
  if (!missing) return
  if (typeof row.xml !== 'string')
    told.missing({ what: missing(row), fault: row.resumo === true ? 'resumo' : 'ausente' })
  else if (row.difere === true) told.missing({ what: missing(row), fault: 'divergente' })
}
