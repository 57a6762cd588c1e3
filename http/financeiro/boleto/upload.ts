import { isRetornoPagamento } from '../../../core/banking/pagamento/read-retorno-pagamento'
import { sha256Of } from '../../platform/digest'
import { fileRoute, type SentFile, type TakeIn } from '../../platform/file-route'
import type { TakenPayments } from '../pagamentos/import'
import { readPayments } from '../pagamentos/upload'
import { importRetorno, type Taken } from './import-retorno'
import { readApart } from './read-apart'
import { retorno } from './retorno'

/** `POST /api/financeiro/retorno`, and `…/{id}/uploadRetorno` as the specification has it, where the number says nothing (E3-091). */
export const mountRetornoUpload = fileRoute({
  of: retorno,
  paths: retorno.paths.flatMap((path) => [path, `${path}/:id/uploadRetorno`]),
  uploads: {
    fileLimit: 40 * 1024 * 1024,
    filesLimit: 30,
    limit: 60 * 1024 * 1024,
    hint: 'Envie o arquivo como multipart/form-data, no campo file.',
    none: 'Envie ao menos um arquivo do banco.',
  },
  read,
})

async function read(sent: SentFile): Promise<TakeIn<Taken>> {
  const { arquivo, bytes } = sent
  if (isRetornoPagamento(bytes)) {
    const takeIn = await readPayments(sent)
    return async (ctx) => takeAsCollection(await takeIn(ctx))
  }
  const file = await readApart(bytes)
  return (ctx) => importRetorno(ctx, ctx.actor.empresa_id, { file, arquivo, sha256: sha256Of(bytes), bytes })
}

/** What a file of payments came to, in the words of collection: nothing of it waits for boletos. */
const takeAsCollection = ({ id, conhecido, banco, ocorrencias, repetidas, ...told }: TakenPayments): Taken => ({
  id,
  conhecido,
  banco,
  ocorrencias,
  aBaixar: told.aBaixar,
  semBoleto: told.semPagamento,
  repetidas,
  avisos: [...told.avisos, 'O arquivo é de pagamentos: veja-o nas remessas de pagamentos.'],
})
