import { sql, type SQL } from 'drizzle-orm'
import { entryName, type Folder, type Missing, voidKey } from '../../../core/fiscal/keeping/archive'
import { rowsOf } from '../../platform/context'
import type { ZipEntry } from '../../platform/zip'
import type { Reader } from '../../platform/reader'
import { GUIDE_FAULT, MANIFEST_FAULT, SERVICES_FAULT } from './faults'
import { faultOf, spoilt } from './numbers'
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

/** Documents of other kinds go along with the notes of model 55: each is in one file. Of a row `t`. */
const other = (wanted: Wanted): SQL =>
  sql`${wanted.mod}::int = 55 and t.empresa_id = ${wanted.empresa_id} and t."tpAmb" = ${wanted.tpAmb}`

type Other = 'mdfe' | 'nfse' | 'gnre'

/** The last text of a kind that is kept of a row `t`. */
const lastText = (of: Other, tipo: string): SQL =>
  sql`(select k.xml from ${sql.identifier(`${of}_xml`)} k where k.${sql.identifier(`${of}_id`)} = t.id and k.tipo = ${tipo} order by k.id desc limit 1)`

/** Events of manifests or of notes of services, of the month in which each was registered: what is kept of them, those that the authority alone decided too. */
const eventsOf = (of: 'mdfe' | 'nfse', key: SQL): Source => {
  const [texts, events, id] = [`${of}_xml`, `${of}_evento`, `${of}_id`].map((name) => sql.identifier(name))
  const same = (one: SQL): SQL =>
    sql`${one}.${id} = x.${id} and ${one}."tpEvento" = x."tpEvento" and ${one}."nSeqEvento" = x."nSeqEvento"`
  return {
    folder: of,
    columns: sql`x.id, ${key} as chave, x."tpEvento", x."nSeqEvento", x.xml`,
    from: (wanted) => sql`${texts} x join ${sql.identifier(of)} t on t.id = x.${id}
      left join lateral (select max(v."dhRegistro") as em from ${events} v where ${same(sql`v`)} and v.situacao = 'registrado') v on true
      where ${other(wanted)} and x.tipo = 'evento_protocolo' and ${within(sql`coalesce(v.em, x.criado_em)`, wanted)}
        and not exists (select 1 from ${texts} y where ${same(sql`y`)} and y.tipo = x.tipo and y.id > x.id)`,
    name: ({ chave, tpEvento, nSeqEvento }) => entryName(of, String(chave), String(tpEvento), String(nSeqEvento)),
  }
}

const OTHERS: readonly Source[] = [
  {
    folder: 'mdfe',
    columns: sql`t.id, t."chMDFe", ${lastText('mdfe', 'protocolo')} as xml, ${MANIFEST_FAULT} as falha`,
    from: (wanted) =>
      sql`mdfe t where ${other(wanted)} and t.status in (3, 4, 5, 7, 8) and ${within(sql`t."dhEmi"`, wanted)}`,
    name: ({ chMDFe }) => entryName('mdfe', String(chMDFe), 'mdfe'),
    missing: ({ chMDFe }) => `MDF-e ${String(chMDFe)}`,
  },
  eventsOf('mdfe', sql`t."chMDFe"`),
  {
    // Closed by its key alone: the manifest is of another system.
    folder: 'mdfe',
    columns: sql`x.id, x."chMDFe", x."tpEvento", x."nSeqEvento", x.xml`,
    from: (
      wanted,
    ) => sql`mdfe_xml x where ${wanted.mod}::int = 55 and x.empresa_id = ${wanted.empresa_id} and x.mdfe_id is null
      and x.tipo = 'evento_protocolo' and ${within(sql`x.criado_em`, wanted)}
      and not exists (select 1 from mdfe_xml y where y.mdfe_id is null and y."chMDFe" = x."chMDFe" and y."tpEvento" = x."tpEvento" and y.tipo = x.tipo and y.id > x.id)`,
    name: ({ chMDFe, tpEvento, nSeqEvento }) => entryName('mdfe', String(chMDFe), String(tpEvento), String(nSeqEvento)),
  },
  {
    folder: 'nfse',
    columns: sql`t.id, coalesce(t."chNFSe", t."idDps") as chave, ${lastText('nfse', 'protocolo')} as xml, ${SERVICES_FAULT} as falha`,
    from: (wanted) =>
      sql`nfse t where ${other(wanted)} and t.sistema <> 'manual' and t."dhAutorizacao" is not null and ${within(sql`t."dhEmi"`, wanted)}`,
    name: ({ chave }) => entryName('nfse', String(chave), 'nfse'),
    missing: ({ chave }) => `NFS-e ${String(chave)}`,
  },
  eventsOf('nfse', sql`coalesce(t."chNFSe", t."idDps")`),
  ...(['enviada', 'resposta'] as const).map((tipo): Source => ({
    folder: 'gnre',
    columns: sql`t.id, t."nossoNumero", ${lastText('gnre', tipo)} as xml, ${GUIDE_FAULT} as falha`,
    from: (wanted) =>
      sql`gnre t where ${other(wanted)} and t."nossoNumero" is not null and ${within(sql`t."dhPronta"`, wanted)}`,
    name: ({ nossoNumero }) => entryName('gnre', String(nossoNumero), tipo),
    // What is wrong with a guide is told once, at the answer of its state.
    ...(tipo === 'resposta' ? { missing: ({ nossoNumero }) => `Guia GNRE ${String(nossoNumero)}` } : {}),
  })),
]

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
  ...OTHERS,
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
  const fault = faultOf(row.falha)
  if (fault) told.missing({ what: missing(row), fault })
  else if (typeof row.xml !== 'string')
    told.missing({ what: missing(row), fault: row.resumo === true ? 'resumo' : 'ausente' })
  else if (row.difere === true) told.missing({ what: missing(row), fault: 'divergente' })
}
