import { type Added, type Choice, choiceAdds, missingGroups, priceWith } from '../../../core/pricing/made-to-order'
import { decimal, ZERO } from '../../../core/money/decimal'
import { amountOf } from '../../ui/format'
import { getPath, isSet, numberOf, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { priced } from './line'
import { chosenOf, suppliesOf } from './sent-choices'

/** What a product that is made to order can be made with. */
export interface Offer {
  readonly id: number
  readonly descricao: string
  readonly obrigatorio: boolean
  readonly multiplo: boolean
  readonly options: readonly Row[]
}

const has = (value: unknown): boolean => value !== undefined

/** Characteristics by their groups, in the order in which the groups come. */
export function offersOf(characteristics: readonly Row[]): readonly Offer[] {
  const groups = Map.groupBy(characteristics, (row) => textOf(row.caracteristica_grupo_id))
  return [...groups.values()].map((options) => {
    const group = options[0]?.caracteristica_grupo
    return {
      id: numberOf(options[0]?.caracteristica_grupo_id) ?? 0,
      descricao: textOf(getPath(group, 'descricao')),
      obrigatorio: getPath(group, 'obrigatorio') === true,
      multiplo: getPath(group, 'multiplo') === true,
      options,
    }
  })
}

export const isChosen = (line: Values, option: Row): boolean =>
  chosenOf(line).some((one) => numberOf(one.mercadoria_caracteristica_id) === option.id)

/** The groups of a product in which a line has to choose and did not. */
export const missingOf = (line: Values, characteristics: readonly Row[]): readonly string[] =>
  missingGroups(
    offersOf(characteristics),
    chosenOf(line).map((one) => numberOf(one.caracteristica_grupo_id) ?? 0),
  )

/** A characteristic as a line has it when it is chosen. */
function choiceOf(option: Row, group: Offer): Values {
  return {
    mercadoria_caracteristica_id: option.id,
    caracteristica_grupo_id: group.id,
    xGrupo: group.descricao,
    xCaracteristica: textOf(option.descricao),
    custo_un: option.custo_un,
    vAcrescimoFixo: option.vAcrescimoFixo ?? null,
    vAcrescimo: option.vAcrescimo ?? 0,
    insumo_list: rowsOf(option.insumos).map(({ mercadoria_id, mercadoria, quantidade, no_lugar_de_id, vCusto }) => ({
      mercadoria_id,
      mercadoria,
      xProd: textOf(getPath(mercadoria, 'xProd')),
      quantidade,
      no_lugar_de_id: no_lugar_de_id ?? null,
      ...(has(vCusto) ? { vCusto } : {}),
    })),
  }
}

const told = (value: unknown) => (isSet(value) ? amountOf(value) : null)

function coreChoice(one: Values): Choice {
  return {
    custo_un: told(one.custo_un),
    vAcrescimoFixo: told(one.vAcrescimoFixo),
    insumos: suppliesOf(one).map((supply) => ({
      quantidade: amountOf(supply.quantidade),
      vCusto: told(supply.vCusto),
    })),
  }
}

/** What a choice adds: by the core where its costs are known, else what the server said of it. */
function addsOf(one: Values, decimals: number): Added {
  const known = has(one.custo_un) && suppliesOf(one).every((supply) => has(supply.vCusto))
  if (known || isSet(one.vAcrescimoFixo)) {
    const added = choiceAdds(coreChoice(one), decimals)
    return known ? added : { custo: ZERO, vAcrescimo: added.vAcrescimo }
  }
  return { custo: ZERO, vAcrescimo: decimal(amountOf(one.vAcrescimo)) }
}

/** A line with these characteristics, at what it costs and is sold for with them. */
export function withChoices<L extends Values>(line: L, chosen: readonly Values[]): L {
  const decimals = numberOf(line.decimal_preco) ?? 2
  const each = chosen.map((one) => ({ one, adds: addsOf(one, decimals) }))
  const total = (name: keyof Added) => each.reduce((sum, { adds }) => sum.plus(adds[name]), ZERO)
  const was = amountOf(line.vAcrescimo)
  const vAcrescimo = total('vAcrescimo')
  const vUnTrib = priceWith({ vUnTrib: amountOf(line.vUnTrib), vAcrescimo: was }, vAcrescimo)
  const vPromocao = isSet(line.vPromocao)
    ? Number(decimal(amountOf(line.vPromocao)).minus(was).plus(vAcrescimo).toString())
    : null
  return priced({
    ...line,
    crt_list: each.map(({ one, adds }) => ({ ...one, vAcrescimo: Number(adds.vAcrescimo.toString()) })),
    vAcrescimo: Number(vAcrescimo.toString()),
    vCustoCrt: Number(total('custo').toString()),
    vUnTrib: Number(vUnTrib.toString()),
    vPromocao,
  })
}

/** The line with an option taken or left; in a group that takes one, another goes. */
export function toggled<L extends Values>(line: L, group: Offer, option: Row | null): L {
  const chosen = chosenOf(line)
  const others = chosen.filter((one) => numberOf(one.caracteristica_grupo_id) !== group.id)
  if (option === null) return withChoices(line, others)
  if (!group.multiplo) return withChoices(line, [...others, choiceOf(option, group)])
  const next = isChosen(line, option)
    ? chosen.filter((one) => numberOf(one.mercadoria_caracteristica_id) !== option.id)
    : [...chosen, choiceOf(option, group)]
  return withChoices(line, next)
}

/** The line, one of its characteristics drawing something else. */
export const withSupplies = <L extends Values>(line: L, choice: Values, supplies: readonly Values[]): L =>
  withChoices(
    line,
    chosenOf(line).map((one) => (one === choice ? { ...one, insumo_list: supplies, isOther: true } : one)),
  )

/** `Mesa · Azul, Verniz`. */
export function nameWithChoices(line: Values): string {
  const chosen = chosenOf(line).map((one) => textOf(one.xCaracteristica))
  return [textOf(line.xProd), chosen.join(', ')].filter((part) => part !== '').join(' · ')
}
