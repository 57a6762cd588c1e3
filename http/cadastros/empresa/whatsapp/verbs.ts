import * as v from 'valibot'
import { showPhone } from '../../../../core/br/fields'
import { action } from '../../../platform/action'
import { said } from '../../../platform/answers'
import { audit } from '../../../platform/engine/audit'
import { nothing, shortText } from '../../../platform/inputs'
import { empresa } from '../../empresa'
import { lineCode, lineInfo, lineOf, type LineState, numberOf, sendText } from './client'

const WORDS: Readonly<Record<LineState, string>> = {
  open: 'Conectado',
  connecting: 'Aguardando a leitura do QR code',
  close: 'Desconectado',
  absent: 'Ainda não criada',
}

/** The picture that a phone reads; `qrcode` is null when a phone has joined already (E1-037). */
export const getQrCode = action(empresa, 'getQrCode', {
  on: 'record',
  right: 'edit',
  summary: 'QR code para conectar o WhatsApp da empresa; a instância é criada se ainda não existe.',
  input: nothing,
  answer: v.object({ qrcode: v.nullable(v.string()), state: v.string(), message: v.string() }),
  ask: async ({ ctx, record }) => {
    const line = await lineOf(ctx, record.id)
    return () => lineCode(line)
  },
  run: async ({ asked: qrcode }) =>
    qrcode === null
      ? { qrcode, state: 'open', message: 'O WhatsApp da empresa já está conectado.' }
      : { qrcode, state: 'connecting', message: 'Leia o código com o celular da empresa.' },
})

/** How the company's line is (E1-038). */
export const getInstanceInfo = action(empresa, 'getInstanceInfo', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'Situação da instância do WhatsApp: conectada ou não, número e nome.',
  input: nothing,
  answer: v.object({
    instancia: v.string(),
    state: v.string(),
    numero: v.nullable(v.string()),
    nome: v.nullable(v.string()),
    situacao: v.string(),
  }),
  ask: async ({ ctx, record }) => {
    const line = await lineOf(ctx, record.id)
    return async () => ({ instancia: line.instance, ...(await lineInfo(line)) })
  },
  run: async ({ asked }) => ({ ...asked, situacao: WORDS[asked.state] }),
})

/** A message to the company's own number, or to another one, to see that it arrives (E1-039). */
export const sendTestMessage = action(empresa, 'sendTestMessage', {
  on: 'record',
  right: 'edit',
  summary: 'Envia uma mensagem de teste pelo WhatsApp da empresa.',
  input: v.object({ fone: v.optional(v.nullable(shortText(30))) }),
  answer: said,
  ask: async ({ ctx, record, input }) => {
    const line = await lineOf(ctx, record.id)
    const number = numberOf(input.fone || record.fone)
    const text = `Mensagem de teste do Prumo, enviada por ${record.xFant ?? record.xNome}.`
    return async () => {
      await sendText(line, number, text)
      return showPhone(`+${number}`)
    }
  },
  run: async ({ ctx, record, asked }) => {
    const campos = [{ campo: 'mensagem de teste', de: null, para: asked }]
    await audit(ctx, [{ resource: empresa, record, before: record, acao: 'sendTestMessage', campos }])
    return { message: `Mensagem de teste enviada para ${asked}.` }
  },
})
