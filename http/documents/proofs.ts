import type { Booked } from './ledger'
import { LEDGERS } from './ledgers'
import { type Resource, resourceNamed } from '../platform/resource'
import { documentsWithSteps, type Makes, type Posts, type Step } from './steps'

/** Rules, in words, each with SQL that counts what breaks it. */
export type Rules = Readonly<Record<string, string>>

/**
 * What has to hold of ledgers and steps, made of what they say themselves. A step is judged by what was so when it was done: by what it wrote down of its
 * operation, not by what the register says today.
 */
export function proofs(): Rules {
  return Object.fromEntries([...LEDGERS.flatMap(ledgerRules), ...documentsWithSteps().flatMap(documentRules)])
}

type Rule = readonly [rule: string, sql: string]

function ledgerRules(ledger: Booked): Rule[] {
  const rows = ledger.rows.name
  const left = ledger.comesToNothing.map((column) => `sum(m."${column}") <> 0`).join(' or ')
  return [
    ...ledger.balances.map((balance): Rule => {
      const [keys, sums] = [Object.entries(balance.of), Object.entries(balance.sums)]
      const list = keys.map(([from]) => `"${from}"`).join(', ')
      return [
        balance.rule,
        `select count(*) from (select ${list}, ${sums.map(([, of], at) => `sum("${of}") as s${at}`).join(', ')} from ${rows}
           where ${keys.map(([from]) => `"${from}" is not null`).join(' and ')} group by ${list}) l
         full join ${balance.table.name} b on ${keys.map(([from, to]) => `b."${to}" = l."${from}"`).join(' and ')}
         where ${sums.map(([column], at) => `coalesce(b."${column}", 0) <> coalesce(l.s${at}, 0)`).join(' or ')}`,
      ]
    }),
    [
      `livro ${ledger.name}: um passo desfeito soma zero`,
      `select count(*) from (select n.id from lancamento n join ${rows} m on m.lancamento_id = n.id where n."dhDesfeito" is not null group by n.id having ${left}) l`,
    ],
    ...Object.entries(ledger.proofs),
  ]
}

function documentRules({ resource, steps }: ReturnType<typeof documentsWithSteps>[number]): Rule[] {
  const { name } = resource
  return Object.entries(steps).flatMap(([passo, step]): Rule[] => [
    [`${name}.${passo}: o passo vale se, e só se, o documento o mostra`, shownRule(resource, passo, step)],
    ...(step.posts ?? []).map((one): Rule => [
      `${name}.${passo}: livro ${one.ledger} = o que o documento diz`,
      postedRule(name, passo, one),
    ]),
    ...(step.makes
      ? [[`${name}.${passo}: o que gerou existe se, e só se, o passo vale`, madeRule(name, passo, step.makes)] as const]
      : []),
    ...Object.entries(step.proofs ?? {}),
  ])
}

/** Documents that can be cancelled say when. */
const standing = (resource: Resource, alias: string): string =>
  resource.fields.dhCancelamento ? `${alias}."dhCancelamento" is null` : 'true'

/** A document shows a step by its date, unless it was cancelled. One that is done in parts may be open for more while earlier parts stand. */
function shownRule(resource: Resource, passo: string, { date, inParts }: Step): string {
  const shown = `(d."${date}" is not null and ${standing(resource, 'd')})`
  const wrong = inParts ? `not (${standing(resource, 'd')}) and l.n > 0` : `not ${shown} and l.n > 0`
  return `select count(*) from ${resource.name} d
    cross join lateral (select count(*) as n from lancamento n where ${ofStep(resource.name, passo)} and n."dhDesfeito" is null) l
    where (${shown} and l.n = 0) or (${wrong})`
}

/** What a standing step made is there, and its maker names it; what an undone step made is gone, where it goes with it. */
function madeRule(name: string, passo: string, makes: NonNullable<Step['makes']>): string {
  const all = Object.entries(makes)
  const stands = `n.documento = '${name}' and n.passo = '${passo}' and n."dhDesfeito" is null`
  const wanted = ({ when }: Makes): string => (when ? `n.dados @> '${JSON.stringify(when)}'::jsonb` : 'true')
  const there = all.map(([made, makes]) => {
    const alive = makes.cancelled === 'reopens' ? standing(resourceNamed(made), 'g') : 'true'
    return `(not ${wanted(makes)} or exists (select 1 from ${made} g where g.origem_id = n.id and ${alive}))`
  })
  const left = all.flatMap(([made, { undone }]) =>
    undone === 'cancels'
      ? [
          `(select count(*) from ${made} g join lancamento n on n.id = g.origem_id
            where n.documento = '${name}' and n.passo = '${passo}' and n."dhDesfeito" is not null and ${standing(resourceNamed(made), 'g')})`,
        ]
      : [],
  )
  const unnamed = all.flatMap(([made, makes]) =>
    makes.link
      ? [
          `(select count(*) from ${name} d join lancamento n on n.documento_id = d.id where ${stands} and ${wanted(makes)}
            and not exists (select 1 from ${made} g where g.origem_id = n.id and g.id = d."${makes.link}"))`,
        ]
      : [],
  )
  return `select ${[`(select count(*) from lancamento n where ${stands} and not (${there.join(' or ')}))`, ...left, ...unnamed].join(' + ')}`
}

const ofStep = (name: string, passo: string): string =>
  `n.documento = '${name}' and n.documento_id = d.id and n.passo = '${passo}'`

/** A step that stands has posted what its document says, where its operation said so; one that was undone has come to nothing. */
function postedRule(name: string, passo: string, { ledger, when, sums }: Posts): string {
  const book = LEDGERS.find((one) => one.name === ledger)
  if (!book) throw new Error(`No ledger is called ${ledger}.`)
  const columns = Object.entries(sums)
  const wrong = columns.map(([column], at) => {
    const differs = `coalesce(l.s${at}, 0) <> case when l.stands then coalesce(w.s${at}, 0) else 0 end`
    return book.comesToNothing.includes(column) ? `(${differs})` : `(l.stands and ${differs})`
  })
  const said = `n."dhDesfeito" is null and n.dados @> '${JSON.stringify(when)}'::jsonb`
  return `select count(*) from ${name} d
    cross join lateral (select exists (select 1 from lancamento n where ${ofStep(name, passo)} and ${said}) as stands,
      ${columns.map(([column], at) => `(select sum(m."${column}") from ${book.rows.name} m join lancamento n on n.id = m.lancamento_id where ${ofStep(name, passo)} and ${book.ofDocument ?? 'true'}) as s${at}`).join(', ')}) l
    cross join lateral (select ${columns.map(([, said], at) => `(${said}) as s${at}`).join(', ')}) w
    where ${wrong.join(' or ')}`
}
