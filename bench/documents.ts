/**
 * A thousand of each of the other documents (DOCUMENTS others), from what they are of to the last answer: notes of services from the invoicing of their orders, manifests from their routes, guides
 * of taxes sent by hand. Bound 60 s each, as for notes of goods. The server and the authorities' simulators are processes of their own; on a shared machine the server's processor time compares.
 */
import { openIssuing } from './issuing'
import { figure } from './measure'
import { several } from './notes-company'

const EACH = Number(process.env.DOCUMENTS ?? 1_000)
const BOUND_S = 60
const MADE_AT_ONCE = 4
/** Which a table counts of its documents by their states. */
const counted = (table: string, waiting: string, done: number): string =>
  `select count(*) filter (where status in (${waiting}))::int as waiting, count(*) filter (where status = ${done})::int as done, count(*)::int as all from ${table}`

const { session, sales, customer, later, issued, memory, end } = await openIssuing()
const { call } = session
const made = (one: (at: number) => Promise<number>): Promise<readonly number[]> =>
  several(
    MADE_AT_ONCE,
    Array.from({ length: EACH }, (_, at) => () => one(at)),
  )
const tell = async (what: string, figures: { readonly seconds: number }): Promise<void> =>
  figure(
    `${EACH} ${what}`,
    { ...figures, bound_s: BOUND_S, rss_mb: await memory() },
    figures.seconds <= (BOUND_S * EACH) / 1_000,
  )

await call('POST', 'nfe/serie_numero', { empresa_id: 1, tpDoc: 2, serie: 1, tpAmb: 2 })
await call('POST', 'nfse/municipio', { cMun: 4106902, cTribNac: '14', pAliq: 2, dInicio: '2020-01-01' })
const service = await call('POST', 'srv/servico', {
  descricao: 'Conserto medido',
  codigo: 'MO',
  valor: 100,
  un: 'h',
  cTribNac: '14.01.01',
  cNBS: '115022000',
  pISS: 2,
  cClassTrib: '000001',
  cIndOp: '100301',
})
const orders = await made(async () => {
  const { id } = await call('POST', 'srv/ordem_servico', {
    cliente_id: customer,
    geraNFe: 2,
    ordem_servico_servicos: [{ servico_id: service.id }],
    ordem_servico_duplicatas: [{ vDup: 100, dVencimento: '2099-01-01', pagamento_id: later }],
  })
  await call('POST', `srv/ordem_servico/${id}/finalizarOrdemServico`)
  return id
})
await tell(
  'notes of services issued',
  await issued(orders, {
    issue: (id) => call('POST', `srv/ordem_servico/${id}/faturarOrdemServico`),
    counts: counted('nfse', '1', 3),
  }),
)

const guides = await made(
  async (at) =>
    (
      await call('POST', 'nfe/gnre', {
        ufFavorecida: 'BA',
        receita: '100099',
        tpDocOrigem: '10',
        nDocOrigem: String(at + 1),
        dVencimento: '2090-12-20',
        dPagamento: '2090-12-20',
        xDest: 'Cliente da Bahia',
        cMun_dest: 4106902,
        vPrincipal: 85.5,
        CNPJ_CPF_dest: '33000167000101',
      })
    ).id,
)
await tell(
  'guides of taxes sent and ready',
  await issued(guides, { issue: (id) => call('POST', `nfe/gnre/${id}/envia`), counts: counted('gnre', '1', 3) }),
)

await call('POST', 'nfe/serie_numero', { empresa_id: 1, tpDoc: 4, serie: 1, tpAmb: 2 })
const sold = await sales(EACH)
await issued(sold, { issue: (id) => call('POST', `venda/${id}/fatura`), counts: counted('nfe', '1', 3) })
const carrier = await call('POST', 'transportadora', { xNome: 'Frota medida', CNPJ_CPF: '11444777000161' })
const driver = await call('POST', 'motorista', { xNome: 'José da Silva', CNPJ_CPF: '52998224725' })
const routes = await made(async (at) => {
  const vehicle = await call('POST', 'veiculo', {
    transportadora_id: carrier.id,
    placa: `BEN${String(at).padStart(4, '0')}`,
    UF: 'PR',
    RNTC: '12345678',
    tara: 5000,
    tpRod: '01',
    tpCar: '02',
    capacidade_kg: 10000,
  })
  const route = await call('POST', 'expedicao/rota', {
    veiculo_id: vehicle.id,
    motorista_id: driver.id,
    dRota: new Date().toISOString().slice(0, 10),
  })
  await call('POST', `expedicao/rota_venda/${route.id}/addVendas`, { vendas: [sold[at]] })
  await call('POST', `expedicao/rota/${route.id}/libera`)
  return route.id
})
await tell(
  'manifests of routes authorised',
  await issued(routes, {
    issue: (id) => call('POST', `expedicao/rota/${id}/geraMDFe`),
    counts: counted('mdfe', '1', 3),
  }),
)
await end()
process.exit()
