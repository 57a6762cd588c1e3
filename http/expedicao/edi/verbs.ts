import { taken } from '../../../core/edi/taken'
import { action } from '../../platform/action'
import { Download } from '../../platform/download'
import { badRequest } from '../../platform/errors'
import { loadWhere } from '../../platform/engine/write'
import { nothing } from '../../platform/inputs'
import { edi, ediConteudo } from './edi'
import { applied } from './import'

/** Tries again what waits, after notes were issued or other files came; what is done stays as it is. */
export const tenta = action(edi, 'tenta', {
  on: 'record',
  right: 'edit',
  summary: 'Tenta de novo as linhas que esperam, e confere de novo o que é cobrado; o que já foi aplicado fica.',
  input: nothing,
  answer: taken,
  run: async ({ ctx, record }) => applied(ctx, record),
})

/** The file itself, as it came or went. */
export const conteudo = action(edi, 'conteudo', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'O arquivo, byte a byte como veio ou foi enviado.',
  input: nothing,
  answer: 'O arquivo',
  run: async ({ ctx, record }) => {
    const [kept] = await loadWhere(ctx, ediConteudo, 'edi_id', [record.id])
    if (!kept) throw badRequest('O conteúdo deste arquivo foi apagado com os dados de uma pessoa.', 'forgotten')
    const name = record.arquivo.replace(/\.[^.]*$/, '').slice(0, 80)
    return new Download(name, 'txt', new Uint8Array(Buffer.from(kept.conteudo, 'base64')))
  },
})
