import { type Json, list, object, text } from './served'

/** What an upload answers that takes each file by itself (`takeEach`): what became of each, and of a lone one outside of `data` too. */
export function uploadAnswer(taken: Json): Json {
  const each = {
    file: text(),
    ...taken,
    code: text('De um arquivo recusado'),
    message: text('Por que foi recusado'),
  }
  return object({ ...each, data: list(object(each)) }, 'De um só arquivo, também fora de data')
}
