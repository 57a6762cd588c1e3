/**
 * The file of a month of 5,000 notes, written while it is read: how the memory of the process grows meanwhile. Bound: 60 MB over what it had before. The baseline is the same
 * documents read in the same pages and thrown away: writing them may take so many times as long.
 */
import { createHash } from 'node:crypto'
import { testServices } from '../fixtures/test-services'
import { noteXml } from '../fixtures/nfe/note'
import { archiveOf } from '../http/nfe/guarda/archive'
import { documentsIn } from '../http/nfe/guarda/documents'
import { companyReader } from '../http/platform/reader'
import { figure, round } from './measure'
import { ownDatabase } from './own-database'

const NOTES = 5_000
const BOUND_MB = 60
const BOUND_RATIO = 6
const PERIOD = { de: '2026-10-01', ate: '2026-10-31' } as const

const { database, owner } = await ownDatabase('bench-keeping')
const empresa_id = 1
await owner.unsafe(`truncate nfe_xml, nfe, numeracao, serie_numero, empresa restart identity cascade;
  insert into empresa ("CNPJ_CPF", "xNome") values ('11222333000181', 'Empresa Grande Ltda');
  insert into serie_numero (empresa_id, "tpDoc", serie, "tpAmb") values (1, 1, 1, 2);
  insert into numeracao (empresa_id, "tpDoc", serie, "tpAmb", primeiro, ultimo) values (1, 1, 1, 2, 1, ${NOTES});
  insert into nfe (empresa_id, mod, "tpAmb", serie, "nNF", "chNFe", "dhEmi", "dhAssinatura", "dhAutorizacao", "vNF", "xDest")
    select 1, 55, 2, 1, n, '4126' || lpad(n::text, 40, '0'), '2026-10-15 12:00-03', '2026-10-15 12:00-03', '2026-10-15 12:00-03', 100, 'Mercado'
    from generate_series(1, ${NOTES}) n`)
// No two are alike, as signatures are not.
const xml = noteXml({ items: Array.from({ length: 8 }, (_, at) => ({ xProd: `Parafuso M${at + 3}` })) })
await owner`insert into nfe_xml (empresa_id, nfe_id, tipo, "chNFe", xml, sha256)
  select x.empresa_id, x.id, 'protocolo', x."chNFe", x.xml, encode(sha256(convert_to(x.xml, 'UTF8')), 'hex') from (
    select t.id, t.empresa_id, t."chNFe",
      ${xml} || '<!--' || (select string_agg(md5(t.id || ':' || k), '') from generate_series(1, 60) k) || '-->' as xml from nfe t) x`
await owner.unsafe('vacuum analyze nfe, nfe_xml')
await owner.end()

const read = companyReader(testServices(database.pool), empresa_id)
const wanted = { empresa_id, mod: 55, tpAmb: 2, ...PERIOD } as const
const rss = () => process.memoryUsage.rss() / 1024 / 1024

async function reading(): Promise<number> {
  const from = performance.now()
  for await (const { name } of documentsIn(read, wanted, { file: () => undefined, missing: () => undefined }))
    if (name === '') throw new Error('A document has a name.')
  return performance.now() - from
}

async function writing(): Promise<{ ms: number; bytes: number; peak: number; files: number }> {
  const from = performance.now()
  const { pieces, counts } = await archiveOf(read, wanted)
  const digest = createHash('sha256')
  let [bytes, peak] = [0, 0]
  for await (const piece of pieces) {
    digest.update(piece)
    bytes += piece.length
    peak = Math.max(peak, rss())
  }
  return { ms: performance.now() - from, bytes, peak, files: counts.files.autorizadas }
}

await reading()
Bun.gc(true)
const before = rss()
const { ms, bytes, peak, files } = await writing()
const growth = round(peak - before, 1)
const ratio = round(ms / (await reading()))
await database.close()
figure(
  `keeping: a ZIP of ${files} notes`,
  {
    ms: round(ms, 0),
    mb: round(bytes / 1024 / 1024, 1),
    rss_before_mb: round(before, 0),
    growth_mb: growth,
    bound_mb: BOUND_MB,
    ratio,
    bound_ratio: BOUND_RATIO,
  },
  files === NOTES && growth <= BOUND_MB && ratio <= BOUND_RATIO,
)
process.exit()
