import { type SQL, sql } from 'drizzle-orm'
import type { Forgetting } from '../cadastros/lgpd/personal'
import { type Ctx, rowsOf } from '../platform/context'
import { addressKey, addressOf } from './posicao/posicao'

/** What planning keeps of customers beside their deliveries: where they live, in kept routes and tasks, and among the places of addresses. */
export const forgetCustomer: Forgetting = async (ctx, { register, record }) => {
  if (register.resource.name === 'transportadora') await forgetFiles(ctx, sql`e.transportadora_id = ${record.id}`)
  if (register.resource.name !== 'cliente') return
  await forgetFiles(
    ctx,
    sql`e.id in (select l.edi_id from edi_linha l join venda s on s.id = l.venda_id where s.cliente_id = ${record.id})`,
  )
  await forgetPoints(ctx, record.id)
  await forgetAddresses(ctx, record.id)
}

/** The bytes of carriers' files that tell of somebody go, and the records of them that nobody could read; what became of their lines stays. */
async function forgetFiles(ctx: Pick<Ctx, 'db'>, which: SQL): Promise<void> {
  await ctx.db.execute(sql`delete from edi_conteudo c using edi e where e.id = c.edi_id and ${which}`)
  await ctx.db.execute(sql`update edi e set desconhecidas = null where e.desconhecidas is not null and ${which}`)
}

/** The stops of kept routes lose their place; their hours, distances and loads stay. Lines drawn while routes were calculated go. */
async function forgetPoints(ctx: Pick<Ctx, 'db'>, cliente_id: number): Promise<void> {
  const plans = sql`(select e.roteirizacao_id as id, array_agg(e.id) as entregas from roteirizacao_entrega e
    join venda s on s.id = e.venda_id where s.cliente_id = ${cliente_id} group by 1)`
  await ctx.db.execute(sql`
    update roteirizacao_plano p set plano = jsonb_set(p.plano, '{routes}', (
      select coalesce(jsonb_agg(jsonb_set(r.route, '{steps}', (
          select coalesce(jsonb_agg(case when s.step ->> 'type' = 'job' and (s.step ->> 'id')::int = any (x.entregas) then s.step - 'location' else s.step end order by s.at), '[]')
          from jsonb_array_elements(r.route -> 'steps') with ordinality s (step, at))) order by r.at), '[]')
      from jsonb_array_elements(p.plano -> 'routes') with ordinality r (route, at)))
    from ${plans} x where p.roteirizacao_id = x.id`)
  await ctx.db.execute(sql`
    update tarefa_dados d set detalhe = d.detalhe - 'routes' from tarefa t join ${plans} x on x.id = t.model_id
    where t.model_type = 'roteirizacao' and d.tarefa_id = t.id and d.detalhe ? 'routes'`)
}

const ADDRESS = sql`"CEP", "xLgr", nro, "xBairro", "UF", "cMun"`

/** Places of addresses that nobody else has. */
async function forgetAddresses(ctx: Pick<Ctx, 'db'>, cliente_id: number): Promise<void> {
  const own = await rowsOf(
    ctx,
    sql`select ${ADDRESS} from cliente where id = ${cliente_id} union all select ${ADDRESS} from cliente_endereco where cliente_id = ${cliente_id}`,
  )
  const keys = new Set(own.map((row) => addressKey(addressOf(row))))
  const postcodes = JSON.stringify([...new Set(own.map(({ CEP }) => CEP ?? ''))])
  const near = sql`coalesce("CEP", '') in (select jsonb_array_elements_text(${postcodes}::jsonb))`
  const others = await rowsOf(
    ctx,
    sql`select ${ADDRESS} from cliente where id <> ${cliente_id} and ${near}
        union select ${ADDRESS} from cliente_endereco where cliente_id <> ${cliente_id} and ${near}
        union select ${ADDRESS} from empresa where ${near}`,
  )
  for (const row of others) keys.delete(addressKey(addressOf(row)))
  await ctx.db.execute(
    sql`delete from posicao_endereco where chave in (select jsonb_array_elements_text(${JSON.stringify([...keys])}::jsonb))`,
  )
}
