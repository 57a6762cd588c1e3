import { expect, it } from 'vitest'
import { lives, sources } from '../fixtures/definitions'

/** One word for each act, over all that screens say; and counts are written by one function, which knows one from many. */

/** Words that the product does not use for an act, and the one that it does. */
const OTHERWISE: Readonly<Record<string, string>> = {
  Apagar: 'Excluir (um registro) ou Remover (de uma lista)',
  Deletar: 'Excluir',
  Retirar: 'Remover',
  Editar: 'Alterar',
  Gravar: 'Salvar',
  Confirmar: 'o próprio ato: Excluir, Enviar, Gerar venda',
  OK: 'o próprio ato',
  Ok: 'o próprio ato',
  Desistir: 'Voltar',
  Sair: 'Voltar; Sair encerra a sessão',
}
/** What leaves a question, a form or a window without doing anything. */
const LEAVES = 'Voltar'
/** The session is left from the menu of its user alone; a draft of a forecast is thrown away whole. */
const ALLOWED: ReadonlySet<string> = new Set([
  'web/app/topbar.tsx: Sair',
  'web/app/keys.ts: Confirmar',
  'web/mrp/previsao/wipe.ts: Apagar e mudar',
])

const screens = sources('web')

/** What buttons, menus and questions say to be done. */
function actsIn(text: string): readonly string[] {
  const forms = [
    /<Button\b[^>]*>\s*([^<>{}]+?)\s*<\/Button>/g,
    /\b(?:action|cancel|label|leave): '([^'\n]+)'/g,
    /\b(?:leave)="([^"\n]+)"/g,
  ]
  return forms.flatMap((form) => [...text.matchAll(form)].map(([, said = '']) => said.replaceAll(/\s+/g, ' ')))
}

const acts = [
  ...screens.flatMap(({ path, text }) => actsIn(text).map((said) => ({ path, said }))),
  ...[...lives].flatMap(([path, { verbs }]) => Object.values(verbs).map(({ label }) => ({ path, said: label }))),
]

it('an act has one word everywhere', () => {
  expect(acts.length).toBeGreaterThan(300)
  const wrong = acts.flatMap(({ path, said }) => {
    const instead = OTHERWISE[said.split(' ')[0] ?? '']
    const at = `${path}: ${said}`
    return instead === undefined || ALLOWED.has(at) ? [] : [`${at} → ${instead}`]
  })
  expect(wrong).toEqual([])
})

it(`${LEAVES} leaves; Cancelar ends a document, which it names; Fechar closes what is open on the screen`, () => {
  expect(acts.filter(({ said }) => said === 'Cancelar')).toEqual([])
  const verbs = [...lives.values()].flatMap((life) => Object.values(life.verbs))
  expect(verbs.filter(({ label }) => label.startsWith('Fechar'))).toEqual([])
  expect(
    verbs.filter(({ reason }) => reason?.kind === 'cancelamento').every(({ label }) => /^Cancelar [ao] /.test(label)),
  ).toBe(true)
})

/** A count and its noun in the plural, where nothing asks whether it is one. Limits, which are constants, are always many. */
const COUNT = /\$\{(?!counted|[A-Z_.\d]+\}|[A-Z_]+\.|limit|LIMIT)[^{}]*\} \p{Ll}+(?:ns|ões|ais|[aeo]s)\b(?! de \d)/u
const ASKS =
  /counted\(|=== 1|> 1|\bn\(|Até|até|máximo|cabem|aceita|limite|Só as primeiras|Só os primeiros|R\$|new Error|\bbytes\b|\.meta\.max|minutes/

/** Lines of a source that write a count by themselves. */
const countsIn = (text: string): readonly string[] => {
  const lines = text.split('\n')
  return lines.filter(
    (line, at) => COUNT.test(line) && !ASKS.test(`${lines[at - 2] ?? ''}${lines[at - 1] ?? ''}${line}`),
  )
}

it('a count is written by the one function that knows one from many', () => {
  const found = [...screens, ...sources('http')].flatMap(({ path, text }) =>
    countsIn(text).map((line) => `${path}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

it('the tests of words can fail', () => {
  expect(actsIn('<Button onClick={x}>Cancelar</Button>')).toEqual(['Cancelar'])
  expect(actsIn("confirm({ title: 'x', action: 'Gravar' })")).toEqual(['Gravar'])
  expect(countsIn('const x = `${sales.length} vendas`')).toHaveLength(1)
  expect(countsIn('const x = `${LIMIT} vendas`')).toHaveLength(0)
  expect(countsIn("const x = counted(sales.length, 'venda', 'vendas')")).toHaveLength(0)
})
