import { post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { tellNfse } from '../../nfse/nfse/tell'
import type { Row } from '../../ui/row'
import { RESOURCE } from './kind'

/** Issues the notes of services that an invoiced order has not yet, and tells what became of them. */
export async function issueNfse(id: Row['id']): Promise<void> {
  try {
    await post(`${RESOURCE}/${id}/emiteNFSe`)
    announce('nfse/nfse')
    await tellNfse(id)
  } catch (error) {
    toast.error(error, 'Não foi possível emitir a NFS-e')
  }
}
