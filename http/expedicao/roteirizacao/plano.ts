import * as v from 'valibot'
import { sql } from 'drizzle-orm'
import { action } from '../../platform/action'
import { row } from '../../platform/answers'
import { type Ctx, rowsOf } from '../../platform/context'
import { nothing } from '../../platform/inputs'
import type { RecordOf, Row } from '../../platform/resource'
import { planDeparture } from '../posicao/departure'
import { hoursOn } from '../posicao/reception'
import { runningTask } from './running'
import { roteirizacao } from './roteirizacao'
import { loadScenario } from './scenario'

type Plan = RecordOf<typeof roteirizacao>

/**
 * What a planner's screen shows beside the record: where vehicles leave from, each vehicle as it counts on that day (hours in seconds from midnight),
 * the hours in which each customer receives, what deliveries may ask of vehicles, the routes already made of it, and the task that calculates it now.
 */
export const plano = action(roteirizacao, 'plano', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'O que a tela de roteirização mostra além do registro: saída, veículos, horários, rotas geradas.',
  input: nothing,
  answer: v.object({
    saida: v.nullable(row),
    janelas: row,
    rotas: v.array(row),
    tarefa_id: v.nullable(v.number()),
    veiculos: v.array(row),
    particularidades: v.array(row),
  }),
  run: async ({ ctx, record }) => {
    // Null where it is not known: the calculation then says what to do.
    const saida = (await planDeparture(ctx, record)) ?? null
    const [janelas, rotas, tarefa_id, veiculos, particularidades] = await Promise.all([
      windowsOf(ctx, record),
      routesMade(ctx, record),
      runningTask(ctx, record.id),
      saida === null ? [] : vehiclesOf(ctx, record),
      traitsOf(ctx, record),
    ])
    return { saida, janelas, rotas, tarefa_id: tarefa_id ?? null, veiculos, particularidades }
  },
})

async function vehiclesOf(ctx: Ctx, record: Plan): Promise<object[]> {
  const [{ scenario }, known] = await Promise.all([
    loadScenario(ctx, record.id),
    rowsOf(
      ctx,
      sql`select v.id, c."xNome", (select json_agg(k.descricao order by k.descricao) from particularidade_do_veiculo p
              join veiculo_particularidade k on k.id = p.particularidade_id where p.veiculo_id = v.id) as particularidades
          from roteirizacao_veiculo l join veiculo v on v.id = l.veiculo_id join transportadora c on c.id = v.transportadora_id
          where l.roteirizacao_id = ${record.id}`,
    ),
  ])
  const about = new Map(known.map((row) => [Number(row.id), row]))
  return scenario.vehicles.map(({ id, name, grams, volumes, windows, maxStops, maxMetres }) => ({
    id,
    placa: name,
    transportadora: { xNome: about.get(id)?.xNome ?? null },
    particularidades: about.get(id)?.particularidades ?? [],
    gramas: grams ?? null,
    volumes: volumes ?? null,
    janelas: windows,
    max_paradas: maxStops ?? null,
    max_metros: maxMetres ?? null,
  }))
}

/** By delivery, `[["08:00", "12:00"]]`; those without hours of their own or of the customer are left out. */
async function windowsOf(ctx: Ctx, record: Plan): Promise<Row> {
  const rows = await rowsOf(
    ctx,
    sql`select e.id, coalesce(e.janelas::json, ${hoursOn(sql`${String(record.dRota)}`)}) as janelas
        from roteirizacao_entrega e join venda s on s.id = e.venda_id join cliente c on c.id = s.cliente_id where e.roteirizacao_id = ${record.id}`,
  )
  return Object.fromEntries(rows.filter((row) => row.janelas !== null).map((row) => [String(row.id), row.janelas]))
}

const MOST_TRAITS = 500

/** What a delivery may ask of its vehicle: what is kept up, and what a delivery of this plan asks for. */
async function traitsOf(ctx: Ctx, record: Plan): Promise<Row[]> {
  return rowsOf(
    ctx,
    sql`select k.id, k.descricao from veiculo_particularidade k
        where k.ativo or exists (select 1 from roteirizacao_entrega e where e.roteirizacao_id = ${record.id} and e.particularidades @> to_jsonb(k.id))
        order by k.descricao, k.id limit ${MOST_TRAITS}`,
  )
}

async function routesMade(ctx: Ctx, record: Plan): Promise<Row[]> {
  return rowsOf(
    ctx,
    sql`select r.id, r.veiculo_id, r.status, v.placa from rota r join veiculo v on v.id = r.veiculo_id
        where r.roteirizacao_id = ${record.id} and r.empresa_id = ${record.empresa_id} order by r.id`,
  )
}
