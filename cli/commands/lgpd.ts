import type { Command } from 'commander'
import { writeFileSync } from 'node:fs'
import type { Ctx } from '../../http/platform/context'
import { CommandError, EXIT, misuse, refused } from '../exit'
import { say, table, warn, writeOut } from '../output'

interface ExportOptions {
  readonly formato: string
  readonly saida?: string
}

interface EraseOptions {
  readonly motivo?: string
  readonly confirma?: string
  readonly json: boolean
}

/** `prumo lgpd busca|exporta|anonimiza|expurga`: what the law gives people over their data. */
export function lgpdCommand(program: Command): void {
  const command = program.command('lgpd').description('dados pessoais (LGPD): busca, exporta, anonimiza')
  command
    .command('busca <texto>')
    .description('acha pessoas por CPF, e-mail, número ou nome')
    .option('--json', 'responde em JSON', false)
    .action(search)
  command
    .command('exporta <titular>')
    .description('tudo sobre uma pessoa; o titular é um CPF, um e-mail ou cadastro/número, como cliente/12')
    .option('--formato <formato>', 'json, html ou pdf', 'json')
    .option('--saida <arquivo>', 'grava no arquivo em vez de mostrar')
    .action(exportOne)
  command
    .command('anonimiza <titular>')
    .description('anonimiza uma pessoa para sempre; sem --confirma, só mostra o que seria feito')
    .option('--motivo <texto>', 'por que')
    .option('--confirma <nome>', 'o nome da pessoa, como está no cadastro')
    .option('--json', 'responde em JSON', false)
    .action(erase)
  command
    .command('expurga')
    .description('esvazia o que documentos com prazo legal vencido mostram de pessoas anonimizadas')
    .action(purgeAll)
}

/** Runs work on the people of the database; what a rule refuses ends with exit code 1. */
async function onPeople<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const [{ withDatabase, asSystem }, { toApiError }] = await Promise.all([
    import('../local'),
    import('../../http/platform/error-answer'),
    import('../../http/resources'),
  ])
  try {
    return await withDatabase((database) => asSystem(database, work))
  } catch (error) {
    const known = toApiError(error)
    if (!known) throw error
    const pending = known.errors?.pendencias
    throw refused(
      pending ? ['Não é possível anonimizar:', ...pending.map((one) => `  ${one}`)].join('\n') : known.message,
    )
  }
}

async function search(text: string, { json }: { readonly json: boolean }): Promise<void> {
  const { searchPeople } = await import('../../http/cadastros/lgpd/titular')
  const rows = await onPeople((ctx) => searchPeople(ctx, text))
  if (rows.length === 0) throw refused('Ninguém foi encontrado.')
  await say(json ? JSON.stringify(rows) : table(rows, ['recurso', 'id', 'nome', 'cpf', 'email']))
}

/** The person of `cliente/12`, of a CPF or of an e-mail. Throws exit code 1 when there is nobody, or more than one person. */
async function personOf(ctx: Ctx, text: string) {
  const { searchPeople, subjectOf } = await import('../../http/cadastros/lgpd/titular')
  const named = /^([a-z_]+)\/(\d{1,9})$/.exec(text)
  if (named) return subjectOf(ctx, named[1] ?? '', Number(named[2]))
  const digits = text.replaceAll(/\D/g, '')
  if (!text.includes('@') && digits.length !== 11)
    throw misuse('O titular é um CPF, um e-mail ou cadastro/número, como cliente/12.')
  const rows = await searchPeople(ctx, text)
  const exact = rows.filter(
    ({ cpf, email }) => cpf === digits || String(email ?? '').toLowerCase() === text.toLowerCase(),
  )
  const [first, ...more] = exact
  if (!first) throw refused('Ninguém foi encontrado.')
  const subject = await subjectOf(ctx, String(first.recurso), Number(first.id))
  const own = new Set(subject.records.map(({ register, record }) => `${register.resource.name}/${record.id}`))
  const others = more.map(({ recurso, id }) => `${String(recurso)}/${String(id)}`).filter((one) => !own.has(one))
  if (others.length > 0) throw refused(`Há mais de uma pessoa: escolha uma de ${[...own, ...others].join(', ')}.`)
  return subject
}

async function exportOne(text: string, { formato, saida }: ExportOptions): Promise<void> {
  if (!['json', 'html', 'pdf'].includes(formato)) throw misuse('--formato é json, html ou pdf.')
  if (formato === 'pdf' && saida === undefined) throw misuse('Para PDF, diga o arquivo com --saida.')
  const [{ exportPerson }, { outlineOf }, { accountHtml, accountPdf }] = await Promise.all([
    import('../../http/cadastros/lgpd/export'),
    import('../../http/cadastros/lgpd/outline'),
    import('../../http/cadastros/lgpd/render'),
  ])
  const data = await onPeople(async (ctx) => exportPerson(ctx, await personOf(ctx, text)))
  const content =
    formato === 'pdf'
      ? await accountPdf(outlineOf(data))
      : formato === 'html'
        ? accountHtml(outlineOf(data))
        : `${JSON.stringify(data, null, 2)}\n`
  if (saida === undefined) return writeOut(String(content))
  writeFileSync(saida, content, { mode: 0o600 })
  await say(`Dados de ${data.titular.nome} gravados em ${saida}.`)
}

async function erase(text: string, { motivo, confirma, json }: EraseOptions): Promise<void> {
  const [{ anonymise }, { pendingOf }, { effectsOf }] = await Promise.all([
    import('../../http/cadastros/lgpd/anonymise'),
    import('../../http/cadastros/lgpd/pending'),
    import('../../http/cadastros/lgpd/verbs'),
  ])
  if (confirma !== undefined && (motivo ?? '').trim().length < 5) throw misuse('Informe o motivo com --motivo.')
  const result = await onPeople(async (ctx) => {
    const subject = await personOf(ctx, text)
    if (confirma === undefined)
      return { subject, efeitos: await effectsOf(ctx, subject), pendencias: await pendingOf(ctx, subject) }
    if (confirma.trim() !== subject.name.trim()) throw refused(`O nome não confere: no cadastro está ${subject.name}.`)
    return { subject, ...(await anonymise(ctx, subject, motivo ?? '')) }
  })
  const { subject, ...found } = result
  if (json) await say(JSON.stringify({ nome: subject.name, ...found }))
  if ('anonimizados' in found) return json ? undefined : say(`${found.anonimizados} cadastros anonimizados.`)
  if (!json) {
    for (const { register, record } of subject.records)
      await say(`${register.resource.title} ${record.id}: ${String(record[register.name])}`)
    for (const effect of found.efeitos) await say(`- ${effect}`)
    for (const pending of found.pendencias) warn(pending)
  }
  throw new CommandError(EXIT.refused, `Nada foi feito. Para anonimizar: --motivo "…" --confirma "${subject.name}"`)
}

async function purgeAll(): Promise<void> {
  const { purge } = await import('../../http/cadastros/lgpd/purge')
  const { expurgados } = await onPeople(purge)
  await say(`${expurgados} pessoas expurgadas dos documentos.`)
}
