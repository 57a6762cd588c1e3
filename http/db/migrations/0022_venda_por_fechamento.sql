DROP INDEX "venda_empresa_id_dhFechamento_ix";
CREATE INDEX "venda_dhFechamento_empresa_id_ix" ON "venda" USING btree ("dhFechamento","empresa_id");
