import { sql } from 'drizzle-orm'
import { counted } from '../../../core/br/number'
import { serverNumber } from '../../../core/settings/server'
import { rowsOf } from '../../platform/context'
import { allKinds } from '../../platform/exchange/exchange'
import { regularJobs } from '../../platform/jobs/job'
import { freeDisk, tablesThatGrew } from '../saude/sizes'
import { replicaFault } from '../../db/replica'
import { type AlertSource, alertSource } from './sources'

const GIGABYTE = 1024 ** 3
const gigabytes = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(1).replace('.', ',')} GB`
const titleOf = (tipo: unknown): string => allKinds().find(({ name }) => name === tipo)?.title ?? String(tipo)

/** Services that answer nothing while something waits for them: what was tried last had no answer, or a failure of theirs, and nothing was answered since. */
const silent: AlertSource = async ({ ctx, settings }) => {
  const minutes = serverNumber(settings, 'ALERTA_SERVICO_MIN')
  const since = sql`${ctx.clock.now()}::timestamptz - make_interval(mins => ${minutes})`
  const rows = await rowsOf(
    ctx,
    sql`select empresa_id, tipo, count(*)::int as esperam from troca t
        where status in ('na_fila', 'enviando', 'incerta') and erro is not null and criado_em < ${since}
          and coalesce((historico -> -1 ->> 'status')::int, 500) >= 500
          and not exists (select 1 from troca b where b.empresa_id = t.empresa_id and b.tipo = t.tipo and b.status = 'respondida' and b."dhFim" > ${since})
        group by empresa_id, tipo order by empresa_id, tipo`,
  )
  return rows.map(({ empresa_id, tipo, esperam }) => ({
    tipo: 'servico',
    chave: String(tipo),
    empresa_id: Number(empresa_id),
    texto: `${titleOf(tipo)} (${String(tipo)}) não responde há mais de ${minutes} minutos; ${counted(Number(esperam), 'comunicação espera', 'comunicações esperam')}.`,
  }))
}

/** Work of the program that was given up. What runs by the clock is tried anew by itself: it is told as long as it failed within a day. */
const failed: AlertSource = async ({ ctx }) => {
  const rows = await rowsOf(
    ctx,
    sql`select nome, falharam::int, falhou_em > ${ctx.clock.now()}::timestamptz - interval '25 hours' as recente from prumo_trabalhos() where falharam > 0 order by nome`,
  )
  const regular = new Set(regularJobs().map(([name]) => name))
  return rows
    .filter(({ nome, recente }) => recente === true || !regular.has(String(nome)))
    .map(({ nome, falharam }) => ({
      tipo: 'trabalho',
      chave: String(nome),
      empresa_id: null,
      texto: `O trabalho ${String(nome)} falhou (${Number(falharam)}). A tela Saúde do servidor o tenta de novo.`,
    }))
}

/** Requests to outside services that were given up within a day. */
const givenUp: AlertSource = async ({ ctx }) => {
  const rows = await rowsOf(
    ctx,
    sql`select empresa_id, tipo, count(*)::int as n from troca
        where status = 'falhou' and "dhFim" > ${ctx.clock.now()}::timestamptz - interval '1 day' group by empresa_id, tipo order by empresa_id, tipo`,
  )
  return rows.map(({ empresa_id, tipo, n }) => ({
    tipo: 'comunicacao',
    chave: String(tipo),
    empresa_id: Number(empresa_id),
    texto: `${titleOf(tipo)} (${String(tipo)}): ${counted(Number(n), 'comunicação desistida', 'comunicações desistidas')} nas últimas 24 horas. A tela Comunicações diz por quê.`,
  }))
}

/** Certificates that are over or soon will be. */
const certificates: AlertSource = async ({ ctx, settings }) => {
  const days = serverNumber(settings, 'ALERTA_CERTIFICADO_DIAS')
  const rows = await rowsOf(
    ctx,
    sql`select empresa_id, id, to_char("dhFim", 'DD/MM/YYYY') as dia, "dhFim" <= ${ctx.clock.now()}::timestamptz as vencido from empresa_certificado
        where "dhFim" < ${ctx.clock.now()}::timestamptz + make_interval(days => ${days}) order by empresa_id`,
  )
  return rows.map(({ empresa_id, id, dia, vencido }) => ({
    tipo: 'certificado',
    chave: String(id),
    empresa_id: Number(empresa_id),
    texto: `O certificado digital ${vencido === true ? 'venceu' : 'vence'} em ${String(dia)}. Envie o novo no cadastro da empresa.`,
  }))
}

const disk: AlertSource = async ({ services, settings }) => {
  const room = await freeDisk(services)
  const least = serverNumber(settings, 'ALERTA_DISCO_GB')
  if (room === null || room.livre >= least * GIGABYTE) return []
  const texto = `Restam ${gigabytes(room.livre)} de ${gigabytes(room.total)} no disco do banco de dados.`
  return [{ tipo: 'disco', chave: 'banco', empresa_id: null, texto }]
}

const tables: AlertSource = async ({ ctx, settings }) => {
  const most = serverNumber(settings, 'ALERTA_TABELA_GB')
  const grew = await tablesThatGrew(ctx, most * GIGABYTE)
  return grew.map(({ tabela, cresceu }) => ({
    tipo: 'tabela',
    chave: tabela,
    empresa_id: null,
    texto: `A tabela ${tabela} cresceu ${gigabytes(cresceu)} em 7 dias.`,
  }))
}

/** Told by whichever server reads at one: to the others nothing is known of it. */
const replica: AlertSource = ({ services }) => {
  if (services.replica === undefined) return Promise.resolve(undefined)
  const texto = replicaFault(services.replica.standing)
  return Promise.resolve(texto ? [{ tipo: 'replica', chave: 'leitura', empresa_id: null, texto }] : [])
}

/** What every server looks at. */
export function watchForTrouble(): void {
  alertSource('servico', silent)
  alertSource('trabalho', failed)
  alertSource('comunicacao', givenUp)
  alertSource('certificado', certificates)
  alertSource('disco', disk)
  alertSource('tabela', tables)
  alertSource('replica', replica)
}
