import * as v from 'valibot'
import { dateOfDayNumber, requireDate } from '../br/civil-date'
import { CoreError } from '../errors'
import { amount, coreFunction } from '../function'
import { centresOf, horizonFrom, jobOf } from './board'
import { rollUp } from './roll-up'
import { type Load, schedule } from './schedule'

const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))
const many = <S extends v.GenericSchema>(one: S, most: number) => v.pipe(v.array(one), v.maxLength(most))
const id = whole(1, Number.MAX_SAFE_INTEGER)
const day = v.nullish(v.pipe(v.string(), v.maxLength(40), v.transform(requireDate)), null)
const minutes = (most: number) => v.pipe(v.number(), v.minValue(0), v.maxValue(most))

const work = v.object({
  hoje: v.pipe(v.string(), v.maxLength(40), v.transform(requireDate)),
  dias: v.optional(whole(1, 3_660), 365),
  feriados: v.optional(many(v.pipe(v.string(), v.maxLength(40), v.transform(requireDate)), 10_000), []),
  centros: many(
    v.object({
      id,
      qSimultaneos: v.optional(whole(1, 10_000), 1),
      semana: v.pipe(v.array(minutes(1_440)), v.length(7)),
    }),
    500,
  ),
  ordens: many(
    v.object({
      id,
      ini: day,
      fim: day,
      entrega: day,
      etapas: many(v.tuple([id, minutes(10_000_000)]), 1_000),
    }),
    10_000,
  ),
})

/** What a proposal asks of centres, in minutes, on the days on which it asks anything. */
const told = (load: Load, first: number) =>
  [...load].flatMap(([centro, row]) =>
    [...row].flatMap((hundredths, at) =>
      hundredths === 0 ? [] : [{ centro, dia: dateOfDayNumber(first + at), minutos: hundredths / 100 }],
    ),
  )

function propose(input: v.InferOutput<typeof work>): object {
  const horizon = horizonFrom(input.hoje, input.dias, input.feriados)
  const { placed, left, load } = schedule(centresOf(input), input.ordens.map(jobOf), horizon)
  return {
    ordens: placed.map(({ id: order, from, to, late }) => ({
      id: order,
      ini: dateOfDayNumber(from),
      fim: dateOfDayNumber(to),
      atraso: late,
    })),
    semLugar: left,
    carga: told(load, horizon.from),
  }
}

const structure = v.object({
  produtos: many(
    v.object({
      id,
      nome: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
      custo: amount,
      vMaoObra: v.optional(amount, 0),
    }),
    200_000,
  ),
  insumos: many(v.object({ produto: id, insumo: id, quantidade: amount, vCusto: v.nullish(amount) }), 1_000_000),
})

function cost({ produtos, insumos }: v.InferOutput<typeof structure>): object {
  const known = new Set(produtos.map((one) => one.id))
  const stray = insumos.find(({ produto, insumo }) => !known.has(produto) || !known.has(insumo))
  if (stray)
    throw new CoreError('invalid_bom', `O insumo ${stray.insumo} do produto ${stray.produto} não está entre eles.`)
  const costs = rollUp(
    produtos.map(({ id: product, nome, custo, vMaoObra }) => ({
      id: product,
      name: nome || String(product),
      cost: custo,
      labour: vMaoObra,
    })),
    insumos.map(({ produto, insumo, quantidade, vCusto }) => ({
      product: produto,
      component: insumo,
      quantity: quantidade,
      cost: vCusto ?? null,
    })),
  )
  return {
    produtos: produtos.flatMap((one) => {
      const found = costs.get(one.id)
      if (!found) return []
      const { material, labour, total } = found
      return [{ id: one.id, material: material.toFixed(10), maoObra: labour.toFixed(10), total: total.toFixed(10) }]
    }),
  }
}

/** What production is planned by: days for orders, and costs by what products are made of. */
export const planningFunctions = [
  coreFunction({
    name: 'production.schedule',
    summary:
      'Propõe dias para ordens de produção sem passar do que cada centro de trabalho pode em um dia; o que se quer antes vai antes.',
    takes:
      '{hoje, dias?, feriados?, centros: [{id, qSimultaneos?, semana: [minutos de domingo a sábado]}], ordens: [{id, ini?, fim?, entrega?, etapas: [[centro, minutos]]}]}',
    gives: '{ordens: [{id, ini, fim, atraso}], semLugar: [id], carga: [{centro, dia, minutos}]}',
    input: work,
    run: propose,
  }),
  coreFunction({
    name: 'production.rollUp',
    summary: 'Soma o custo dos produtos pelo que os compõe, nível a nível: material e mão de obra.',
    takes:
      '{produtos: [{id, nome?, custo, vMaoObra?}], insumos: [{produto, insumo, quantidade, vCusto?}]}: por unidade do produto, perda incluída',
    gives: '{produtos: [{id, material, maoObra, total}]}',
    input: structure,
    run: cost,
  }),
]
