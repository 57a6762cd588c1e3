import { isRecord, isSet, type Values } from '../../ui/row'

/** The characteristics of a line. */
export const chosenOf = (line: Values): readonly Values[] =>
  Array.isArray(line.crt_list) ? line.crt_list.filter((one) => isRecord(one)) : []

/** What a chosen characteristic draws. */
export const suppliesOf = (choice: Values): readonly Values[] =>
  Array.isArray(choice.insumo_list) ? choice.insumo_list.filter((one) => isRecord(one)) : []

const sentSupply = ({ id, mercadoria_id, quantidade, no_lugar_de_id }: Values): Values => ({
  ...(isSet(id) ? { id } : {}),
  mercadoria_id,
  quantidade,
  no_lugar_de_id: no_lugar_de_id ?? null,
})

/** The characteristics of a line as they are sent: what they draw only where somebody changed that. */
export const sentChoices = (line: Values): readonly Values[] =>
  chosenOf(line).map((one) => ({
    ...(isSet(one.id) ? { id: one.id } : {}),
    mercadoria_caracteristica_id: one.mercadoria_caracteristica_id,
    ...(one.isOther === true ? { insumo_list: suppliesOf(one).map(sentSupply) } : {}),
  }))
