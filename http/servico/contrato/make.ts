import { sql } from 'drizzle-orm'
import { addDays } from '../../../core/br/civil-date'
import { messageOf } from '../../../core/errors'
import { nextContractDay } from '../../../core/service/contract'
import { SYSTEM } from '../../db/pool'
import { planDues } from '../../documents/dues'
import { action } from '../../platform/action'
import { numbered } from '../../platform/answers'
import { clockOf, type Services, withinCompany } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import { createRecord } from '../../platform/engine/create'
import { load, loadWhere, patchRows, update } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { nothing } from '../../platform/inputs'
import { backgroundJob } from '../../platform/jobs/job'
import type { RecordOf } from '../../platform/resource'
import { assertMay } from '../../platform/rights'
import { ordemServico, ordemServicoDuplicata } from '../ordem_servico/ordem-servico'
import { contratoServico, contratoServicoServico } from './contrato'

type Contrato = RecordOf<typeof contratoServico>

/** Orders of one contract that one run makes: what was missed for longer waits for the next run. */
const MOST = 24
/** Contracts that one run looks at. */
const MOST_CONTRACTS = 5_000

const hasMore = ({ ativo, dFim, dProxima }: Contrato): boolean => ativo && (dFim === null || dProxima <= dFim)

/** Makes the next order of a contract, which is locked, and moves the contract on, in one transaction: so each day of it has one order, however often one asks. */
async function makeNext(ctx: Ctx, contract: Contrato): Promise<number> {
  const { empresa_id, cliente_id, equipamento_id, colaborador_id, defeito, dProxima } = contract
  const services = await loadWhere(ctx, contratoServicoServico, 'contrato_servico_id', [contract.id])
  if (services.length === 0) throw badRequest('Inclua ao menos um serviço no contrato.', 'no_items')
  const order = await createRecord(ctx, ordemServico, {
    values: {
      empresa_id,
      cliente_id,
      equipamento_id,
      colaborador_id,
      defeito,
      dPrevisao: dProxima,
      contrato_servico_id: contract.id,
      dContrato: dProxima,
    },
    lines: {
      ordem_servico_servico: services.map(({ servico_id, qTrib, vUnTrib }) => ({
        servico_id,
        qTrib,
        ...(vUnTrib === null ? {} : { vUnTrib }),
      })),
    },
    acao: 'contrato',
  })
  const { condicao, pagamento_id } = contract
  if (condicao !== null && Number(order.vTotal) > 0)
    await planDues(ctx, {
      dues: ordemServicoDuplicata,
      document: order,
      condition: { string: condicao, pagamento_id },
      date: dProxima,
      acao: 'create',
    })
  const next = { dProxima: nextContractDay(dProxima, contract.periodo, contract.nDia), xProblema: null }
  await update(ctx, contratoServico, contract, next, 'geraOrdem')
  return order.id
}

/** Makes the next order of a contract now, whether or not it is due. Throws 400 `ended`, `no_items`. */
export const geraOrdem = action(contratoServico, 'geraOrdem', {
  on: 'record',
  right: 'edit',
  summary: 'Gera agora a próxima ordem de serviço do contrato.',
  input: nothing,
  answer: numbered,
  run: async ({ ctx, record }) => {
    assertMay(ctx, ordemServico, 'create')
    if (!hasMore(record)) throw badRequest('Este contrato está inativo ou já terminou.', 'ended')
    return { id: await makeNext(ctx, record) }
  },
})

interface Due {
  readonly id: number
  readonly empresa_id: number
}

async function due(services: Services): Promise<Due[]> {
  const rows = await services.pool.read(SYSTEM, (db) =>
    rowsOf(
      { db },
      sql`select id, empresa_id from contrato_servico where ativo and ("dFim" is null or "dProxima" <= "dFim")
          and "dProxima" - "qDiasAntes" <= ${clockOf(services).today()}::date order by id limit ${MOST_CONTRACTS}`,
    ),
  )
  return rows.map((row) => ({ id: Number(row.id), empresa_id: Number(row.empresa_id) }))
}

/** Makes one order of a contract where it is due; false where it is not. */
async function makeDue(ctx: Ctx, id: number): Promise<boolean> {
  const contract = await load(ctx, contratoServico, id, { lock: true })
  if (!hasMore(contract) || addDays(contract.dProxima, -contract.qDiasAntes) > ctx.clock.today()) return false
  await makeNext(ctx, contract)
  return true
}

/** Makes the orders of all contracts that are due. What one cannot make is noted with it, and keeps no other from its own. */
export async function makeDueOrders(services: Services): Promise<number> {
  let made = 0
  for (const { id, empresa_id } of await due(services))
    try {
      for (let n = 0; n < MOST && (await withinCompany(services, empresa_id, (ctx) => makeDue(ctx, id))); n++) made++
    } catch (error) {
      const xProblema = messageOf(error).slice(0, 300)
      await withinCompany(services, empresa_id, (ctx) => patchRows(ctx, contratoServico, [{ id, xProblema }]))
    }
  return made
}

/** Nobody has to remember it: every morning, and when a server starts. */
export const makesOrders = backgroundJob(
  'servico.contratos',
  async (_, { services }) => void (await makeDueOrders(services)),
  { schedule: '17 8 * * *' },
)
