/**
 * An OCOREN of 100,000 occurrences (EDI_LINES others) of 20,000 sales: read in a thread, given to its sales in one transaction. The baseline is the same rows copied by bare
 * SQL into the same two tables: giving them may take so many times as long.
 */
import { ocoren } from '../fixtures/edi/samples'
import { testServices } from '../fixtures/test-services'
import { SYSTEM } from '../http/db/pool'
// All areas: whoever changes a sale tells whatever follows from it.
// oxlint-disable-next-line import/no-unassigned-import
import '../http/server'
import { importEdi } from '../http/expedicao/edi/import'
import { readApart } from '../http/expedicao/edi/read-apart'
import { systemCtx } from '../http/platform/app'
import { sha256Of } from '../http/platform/digest'
import { figure, round } from './measure'
import { ownDatabase } from './own-database'

const LINES = Number(process.env.EDI_LINES ?? 100_000)
const SALES = Math.ceil(LINES / 5)
const BOUND_RATIO = 8
const BOUND_MB = 700
const CNPJ = '11222333000181'

const { database, owner } = await ownDatabase('bench-edi')
await owner.unsafe(`truncate edi, edi_linha, edi_conteudo, venda_rastreio, venda, nfe, cliente, tipo_entrada_saida, empresa restart identity cascade;
  insert into empresa ("CNPJ_CPF", "xNome") values ('${CNPJ}', 'Empresa Grande Ltda');
  insert into cliente ("xNome") values ('Cliente');
  insert into tipo_entrada_saida (descricao) values ('Venda');
  insert into venda (empresa_id, cliente_id, tipo_entrada_saida_id, "dhFechamento") select 1, 1, 1, now() from generate_series(1, ${SALES});
  insert into nfe (empresa_id, venda_id, mod, serie, "nNF", "chNFe", "dhEmi", "dhAssinatura", "dhAutorizacao", "vNF")
    select 1, n, 55, 1, n, '4126' || lpad(n::text, 40, '0'), now(), now(), now(), 100 from generate_series(1, ${SALES}) n`)
await owner.unsafe('vacuum analyze venda, nfe')

const CODES = ['00', '98', '91', '21', '01']
const events = Array.from({ length: LINES }, (_, at) => {
  const step = Math.floor(at / SALES)
  return { issuer: CNPJ, series: 1, number: (at % SALES) + 1, code: CODES[step] ?? '99', day: `2026-11-2${step}` }
})
const bytes = new TextEncoder().encode(ocoren({ version: '3.0a', carrier: CNPJ }, events))
const rss = () => process.memoryUsage.rss() / 1024 / 1024
Bun.gc(true)
const before = rss()
let peak = before
const watch = setInterval(() => (peak = Math.max(peak, rss())), 20)

const from = performance.now()
const file = await readApart(bytes)
const read = performance.now() - from
const services = testServices(database.pool)
const told = await database.pool.transaction(SYSTEM, (db) =>
  importEdi(systemCtx(services, db, [1], 1), 1, { file, arquivo: 'ocoren.txt', sha256: sha256Of(bytes), bytes }),
)
const whole = performance.now() - from
clearInterval(watch)
if (told.aplicadas !== LINES) throw new Error(`${told.aplicadas} of ${LINES} occurrences were given.`)

/** The same rows by themselves, with their indexes and nothing beside. */
async function bare(): Promise<number> {
  const names = async (table: string) => {
    const rows =
      await owner`select column_name as name from information_schema.columns where table_name = ${table} and is_generated = 'NEVER' and column_name <> 'id' order by 1`
    return rows.map(({ name }) => `"${String(name)}"`).join(', ')
  }
  const [lines, tracking] = [await names('edi_linha'), await names('venda_rastreio')]
  await owner.unsafe(
    'create temp table l as select * from edi_linha; create temp table r as select * from venda_rastreio; truncate edi_linha, venda_rastreio',
  )
  const begun = performance.now()
  await owner.unsafe(
    `insert into edi_linha (${lines}) select ${lines} from l; insert into venda_rastreio (${tracking}) select ${tracking} from r`,
  )
  return performance.now() - begun
}

const baseline = await bare()
await owner.end()
await database.close()
const ratio = round((whole - read) / baseline)
figure(
  `an OCOREN of ${LINES} occurrences`,
  {
    read_ms: round(read, 0),
    whole_ms: round(whole, 0),
    rows_per_second: round((LINES / whole) * 1000, 0),
    bare_sql_ms: round(baseline, 0),
    ratio,
    bound_ratio: BOUND_RATIO,
    rss_before_mb: round(before, 0),
    peak_mb: round(peak, 0),
    bound_mb: BOUND_MB,
  },
  ratio <= BOUND_RATIO && peak <= BOUND_MB,
)
