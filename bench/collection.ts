/**
 * A collection of 50,000 boletos (BOLETOS others): their remessa made, the bank's retorno of as many payments taken in, and all of it settled, each in one transaction. The baseline is
 * the retorno's rows copied by bare SQL into their table: each of the three may take so many times as long. On a machine of two free cores the first takes at most 5 s, the second 10 s.
 */
import { bradesco } from '../core/banking/cnab/retorno.fixture'
import { testServices } from '../fixtures/test-services'
import { SYSTEM } from '../http/db/pool'
// All areas: whoever changes a title tells whatever follows from it.
// oxlint-disable-next-line import/no-unassigned-import
import '../http/server'
import { importRetorno } from '../http/financeiro/boleto/import-retorno'
import { readApart } from '../http/financeiro/boleto/read-apart'
import { remessa } from '../http/financeiro/boleto/remessa'
import { openLines, settleLines } from '../http/financeiro/boleto/settle-retorno'
import { systemCtx } from '../http/platform/app'
import type { Ctx } from '../http/platform/context'
import { sha256Of } from '../http/platform/digest'
import { createRecord } from '../http/platform/engine/create'
import { figure, round } from './measure'
import { ownDatabase } from './own-database'

const BOLETOS = Number(process.env.BOLETOS ?? 50_000)
const BOUNDS = { remessa: 6, retorno: 8, settle: 9 } as const
const BOUND_MB = 1_500

const { database, owner } = await ownDatabase('bench-collection')
await owner.unsafe(`truncate remessa, remessa_titulo, remessa_conteudo, retorno, retorno_boleto, retorno_conteudo, boleto, boleto_instrucao, banco_cnab, contas_receber, movimento_financeiro,
    caixa_lancamento, lancamento, banco, cliente, empresa restart identity cascade;
  insert into empresa ("CNPJ_CPF", "xNome") values ('11222333000181', 'Empresa Grande Ltda');
  insert into cliente ("xNome", "CNPJ_CPF", "CEP", "xLgr", nro, "xBairro", "UF")
    select 'Cliente ' || n, lpad(n::text, 11, '0'), '01310100', 'Avenida Paulista', '1000', 'Bela Vista', 'SP' from generate_series(1, 1000) n;
  insert into banco (empresa_id, descricao, codigo, tipo) values (1, 'Bradesco', '237', 2);
  insert into banco_cnab (empresa_id, banco_id, descricao, agencia, agencia_dv, conta, conta_dv, convenio, carteira, codigo_transmissao, nosso_numero_proximo)
    values (1, 1, 'Bradesco', '1234', '3', '56789', '0', '4455667', '09', '4455667', '${BOLETOS + 1}');
  insert into lancamento (documento, documento_id, empresa_id, passo, dh) values ('contas_receber', 1, 1, 'abre', now());
  insert into contas_receber (empresa_id, cliente_id, numero, parcela, "dEmissao", "dCompetencia", "dVencimento", "vDup", "vSaldo", origem_id, uuid)
    select 1, 1 + n % 1000, n::text, 1, '2026-11-01', '2026-11-01', '2026-11-30', 100, 100, 1, n::text from generate_series(1, ${BOLETOS}) n;
  insert into movimento_financeiro (empresa_id, lancamento_id, contas_receber_id, evento, valor, "dMovimento") select 1, 1, id, 'abertura', 100, '2026-11-01' from contas_receber;
  insert into boleto (empresa_id, contas_receber_id, banco_cnab_id, banco_id, cliente_id, serie, nosso_numero, nosso_numero_dv, nosso_numero_impresso, chave, seu_numero, valor, "dEmissao", "dVencimento",
      "pMulta", "pJuros", situacao)
    select 1, id, 1, 1, cliente_id, '237', lpad(id::text, 11, '0'), '0', id::text, id::text, id::text, 100, '2026-11-01', '2026-11-30', 2, 1, 0 from contas_receber`)
await owner.unsafe('vacuum analyze boleto, contas_receber, movimento_financeiro')

const services = testServices(database.pool)
const inOne = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  database.pool.transaction(SYSTEM, (db) => work(systemCtx(services, db, [1], 1)))

const rss = () => process.memoryUsage.rss() / 1024 / 1024
Bun.gc(true)
const before = rss()
let peak = before
const watch = setInterval(() => (peak = Math.max(peak, rss())), 20)

async function timed<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const from = performance.now()
  const done = await work()
  return [done, performance.now() - from]
}

const [made, remessaMs] = await timed(() =>
  inOne((ctx) => createRecord(ctx, remessa, { values: { banco_cnab_id: 1, empresa_id: 1 } })),
)
const [row] = await owner`select "qTitulos" as n from remessa where id = ${made.id}`
if (row?.n !== BOLETOS) throw new Error(`${String(row?.n)} of ${BOLETOS} boletos went.`)

const text = bradesco(
  Array.from({ length: BOLETOS }, (_, at) => ({
    codigo: '06',
    nosso: `${at + 1}0`,
    valor: '100.00',
    pago: '100.00',
    tarifa: '2.00',
  })),
).join('\r\n')
const bytes = Buffer.from(`${text}\r\n`, 'latin1')
const [taken, retornoMs] = await timed(async () => {
  const file = await readApart(bytes)
  return inOne((ctx) => importRetorno(ctx, 1, { file, arquivo: 'retorno.ret', sha256: sha256Of(bytes), bytes }))
})
if (taken.aBaixar !== BOLETOS) throw new Error(`${taken.aBaixar} of ${BOLETOS} payments wait.`)
const [settled, settleMs] = await timed(() =>
  inOne(async (ctx) => settleLines(ctx, { id: taken.id, empresa_id: 1 }, await openLines(ctx, taken.id))),
)
clearInterval(watch)
if (settled.linhas !== BOLETOS) throw new Error(`${settled.linhas} of ${BOLETOS} were settled.`)

/** The same rows by themselves, with their indexes and nothing beside. */
async function bare(): Promise<number> {
  const rows =
    await owner`select column_name as name from information_schema.columns where table_name = 'retorno_boleto' and is_generated = 'NEVER' and column_name <> 'id' order by 1`
  const names = rows.map(({ name }) => `"${String(name)}"`).join(', ')
  await owner.unsafe('create temp table l as select * from retorno_boleto; truncate retorno_boleto')
  const [, ms] = await timed(() => owner.unsafe(`insert into retorno_boleto (${names}) select ${names} from l`))
  return ms
}

const baseline = await bare()
await owner.end()
await database.close()
const ratios = {
  remessa: round(remessaMs / baseline),
  retorno: round(retornoMs / baseline),
  settle: round(settleMs / baseline),
}
figure(
  `a collection of ${BOLETOS} boletos`,
  {
    remessa_ms: round(remessaMs, 0),
    retorno_ms: round(retornoMs, 0),
    settle_ms: round(settleMs, 0),
    bare_sql_ms: round(baseline, 0),
    ratios,
    bounds: BOUNDS,
    rss_before_mb: round(before, 0),
    peak_mb: round(peak, 0),
    bound_mb: BOUND_MB,
  },
  ratios.remessa <= BOUNDS.remessa &&
    ratios.retorno <= BOUNDS.retorno &&
    ratios.settle <= BOUNDS.settle &&
    peak <= BOUND_MB,
)
