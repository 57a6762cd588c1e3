/** What the screens of this folder show comes as one part of the program: the first page names every part there is. */
export { ManifestoForm } from './form'
export { Manifestos } from './list'
