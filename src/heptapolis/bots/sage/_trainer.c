/* Training of a net: samples of what a player saw after a move, and the Adam steps that learn from them. */
#include "_net.h"

#include <math.h>

#define WEIGHT_SCALE 1024.0f
#define BIAS_2_SCALE 524288.0f /* 2^19: of the sums of the second and third layers */

/* ---- samples: what a player saw after a move, as bytes: targets (three floats), count and features (16 bits) ---- */

static PyObject *pack(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (!two_lists(args, count, 3))
        return NULL;
    long wanted = PyLong_AsLong(args[2]);
    if (wanted == -1 && PyErr_Occurred())
        return NULL;
    PyObject *base = args[0], *moves = args[1];
    Py_ssize_t size = PyList_GET_SIZE(base), total = PyList_GET_SIZE(moves), place = 0;
    uint16_t *found = malloc(2 * (size_t)(size + total + 1));
    if (found == NULL)
        return PyErr_NoMemory();
    Py_ssize_t length = 0;
    for (Py_ssize_t i = 0; i < size; i++) {
        long feature = number_at(base, i, REMOVE);
        if (feature == -2)
            goto failed;
        found[length++] = (uint16_t)feature;
    }
    for (; place < total && wanted > 0; place++) {
        long feature = number_at(moves, place, REMOVE);
        if (feature == -2)
            goto failed;
        wanted -= feature == -1;
    }
    for (; place < total; place++) {
        long feature = number_at(moves, place, REMOVE);
        if (feature == -2)
            goto failed;
        if (feature == -1)
            break;
        if (feature < REMOVE) {
            found[length++] = (uint16_t)feature;
            continue;
        }
        for (Py_ssize_t i = 0; i < length; i++)
            if (found[i] == feature - REMOVE) {
                found[i] = found[--length];
                break;
            }
    }
    PyObject *bytes = PyBytes_FromStringAndSize((const char *)found, 2 * length);
    free(found);
    return bytes;
failed:
    free(found);
    return NULL;
}

/* ---- training ---- */

typedef struct {
    float *value, *first, *second; /* Adam's moments */
    float *gradient;               /* NULL for the first layer's weights: see step() */
    size_t size;
} Weights;

typedef struct {
    PyObject_HEAD
    int features, hidden1, hidden2;
    long long steps;
    Weights w1, b1, w2, b2, w3, b3;
} Trainer;

static const float BETA_1 = 0.9f, BETA_2 = 0.999f, EPSILON = 1e-8f;

static int make(Weights *weights, size_t size, int with_gradient)
{
    weights->size = size;
    weights->value = calloc(size, sizeof(float));
    weights->first = calloc(size, sizeof(float));
    weights->second = calloc(size, sizeof(float));
    weights->gradient = with_gradient ? calloc(size, sizeof(float)) : NULL;
    return weights->value && weights->first && weights->second && (weights->gradient || !with_gradient);
}

static void drop(Weights *weights)
{
    free(weights->value);
    free(weights->first);
    free(weights->second);
    free(weights->gradient);
}

static uint64_t next_random(uint64_t *state)
{ /* splitmix64 by Vigna */
    uint64_t z = (*state += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

static void fill(Weights *weights, float spread, uint64_t *state)
{
    for (size_t i = 0; i < weights->size; i++)
        weights->value[i] = spread * (float)((double)(next_random(state) >> 11) * (2.0 / 9007199254740992.0) - 1.0);
}

static void trainer_dealloc(Trainer *self)
{
    drop(&self->w1);
    drop(&self->b1);
    drop(&self->w2);
    drop(&self->b2);
    drop(&self->w3);
    drop(&self->b3);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *trainer_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    int features, hidden1, hidden2;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "iiiK", &features, &hidden1, &hidden2, &seed))
        return NULL;
    if (features < 1 || features >= REMOVE || hidden1 < 1 || hidden1 > MAX_HIDDEN || hidden2 < 1 || hidden2 > MAX_HIDDEN)
        return PyErr_Format(PyExc_ValueError, "no net has this shape");
    Trainer *self = (Trainer *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->features = features;
    self->hidden1 = hidden1;
    self->hidden2 = hidden2;
    if (!make(&self->w1, (size_t)features * hidden1, 0) || !make(&self->b1, (size_t)hidden1, 1) ||
        !make(&self->w2, (size_t)hidden1 * hidden2, 1) || !make(&self->b2, (size_t)hidden2, 1) ||
        !make(&self->w3, (size_t)hidden2 * OUTPUTS, 1) || !make(&self->b3, OUTPUTS, 1)) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    uint64_t state = seed;
    fill(&self->w1, 0.02f, &state);
    fill(&self->b1, 0.3f, &state);
    fill(&self->w2, sqrtf(6.0f / (float)hidden1), &state);
    fill(&self->w3, sqrtf(3.0f / (float)hidden2), &state);
    return (PyObject *)self;
}

VECTORS static void add_scaled(float *restrict sum, const float *restrict row, float factor, int count)
{
    for (int i = 0; i < count; i++)
        sum[i] += factor * row[i];
}

VECTORS static void add_floats(float *restrict sum, const float *restrict row, int count)
{
    for (int i = 0; i < count; i++)
        sum[i] += row[i];
}

VECTORS static void adam(float *restrict value, float *restrict first, float *restrict second, float *restrict gradient,
                         float rate, float scale, float correction, int count)
{
    for (int i = 0; i < count; i++) {
        float g = gradient[i] * scale;
        float m = BETA_1 * first[i] + (1.0f - BETA_1) * g;
        float v = BETA_2 * second[i] + (1.0f - BETA_2) * g * g;
        first[i] = m;
        second[i] = v;
        value[i] -= rate * m / (sqrtf(v * correction) + EPSILON);
        gradient[i] = 0.0f;
    }
}

static void step_all(Weights *weights, float rate, float scale, float correction)
{
    adam(weights->value, weights->first, weights->second, weights->gradient, rate, scale, correction, (int)weights->size);
}

WITH_ROWS(add_float_blocks, float, Floats, +=)

static void add_float_rows(float *sum, const float *matrix, const int32_t *rows, int count, int width)
{
    for (int at = add_float_blocks(sum, matrix, rows, count, width); at < width; at++)
        for (int i = 0; i < count; i++)
            sum[at] += matrix[(size_t)rows[i] * (size_t)width + at];
}

/* What a batch needs besides the net. */
typedef struct {
    float *transposed; /* the second layer's weights, output by output */
    float *errors;     /* of the first layer's sums, sample by sample */
    int32_t *features; /* of one sample */
    int32_t *starts;   /* where in `samples` those of each feature begin, and after the last feature where they end */
    int32_t *samples;  /* the numbers of the samples with a feature, feature by feature */
} Batch;

static int features_of(const char *sample, int32_t *features)
{
    uint16_t length, feature;
    memcpy(&length, sample + 12, 2);
    for (int i = 0; i < length; i++) {
        memcpy(&feature, sample + 14 + 2 * i, 2);
        features[i] = feature;
    }
    return length;
}

/* One sample forward and backward; adds its losses and gradients but for the first layer's weights, and writes the errors
 * there into d1. w2 and w3 lie input by input (hidden1 x hidden2). */
static void learn(Trainer *self, const char *sample, Batch *batch, float *restrict d1, double *losses)
{
    int h1 = self->hidden1, h2 = self->hidden2;
    float targets[OUTPUTS], out[OUTPUTS], d_out[OUTPUTS];
    float hidden1[MAX_HIDDEN], hidden2[MAX_HIDDEN], d2[MAX_HIDDEN];
    memcpy(targets, sample, sizeof targets);
    int length = features_of(sample, batch->features);
    memcpy(hidden1, self->b1.value, sizeof(float) * (size_t)h1);
    add_float_rows(hidden1, self->w1.value, batch->features, length, h1);
    for (int i = 0; i < h1; i++)
        hidden1[i] = hidden1[i] > 0.0f ? hidden1[i] : 0.0f;
    memcpy(hidden2, self->b2.value, sizeof(float) * (size_t)h2);
    for (int i = 0; i < h1; i++)
        if (hidden1[i] > 0.0f)
            add_scaled(hidden2, self->w2.value + (size_t)i * h2, hidden1[i], h2);
    for (int i = 0; i < h2; i++)
        hidden2[i] = hidden2[i] > 0.0f ? hidden2[i] : 0.0f;
    for (int k = 0; k < OUTPUTS; k++) {
        out[k] = self->b3.value[k];
        for (int i = 0; i < h2; i++)
            out[k] += self->w3.value[i * OUTPUTS + k] * hidden2[i];
    }
    float chance = 1.0f / (1.0f + expf(-out[2]));
    d_out[0] = out[0] - targets[0];
    d_out[1] = out[1] - targets[1];
    d_out[2] = 0.5f * (chance - targets[2]);
    losses[0] += d_out[0] * d_out[0];
    losses[1] += d_out[1] * d_out[1];
    losses[2] += (chance - targets[2]) * (chance - targets[2]);

    for (int i = 0; i < h2; i++) {
        d2[i] = 0.0f;
        for (int k = 0; k < OUTPUTS; k++) {
            d2[i] += self->w3.value[i * OUTPUTS + k] * d_out[k];
            self->w3.gradient[i * OUTPUTS + k] += hidden2[i] * d_out[k];
        }
        if (hidden2[i] <= 0.0f)
            d2[i] = 0.0f;
    }
    for (int k = 0; k < OUTPUTS; k++)
        self->b3.gradient[k] += d_out[k];
    add_floats(self->b2.gradient, d2, h2);
    memset(d1, 0, sizeof(float) * (size_t)h1);
    for (int j = 0; j < h2; j++)
        if (d2[j] != 0.0f)
            add_scaled(d1, batch->transposed + (size_t)j * h1, d2[j], h1);
    for (int i = 0; i < h1; i++) {
        if (hidden1[i] > 0.0f)
            add_scaled(self->w2.gradient + (size_t)i * h2, d2, hidden1[i], h2);
        else
            d1[i] = 0.0f;
    }
    add_floats(self->b1.gradient, d1, h1);
}

static void transpose(const Trainer *self, float *transposed)
{
    for (int i = 0; i < self->hidden1; i++)
        for (int j = 0; j < self->hidden2; j++)
            transposed[j * self->hidden1 + i] = self->w2.value[i * self->hidden2 + j];
}

/* Lists the samples of each feature, in their order. */
static void invert(const Trainer *self, const char **samples, int count, Batch *batch)
{
    int32_t *starts = batch->starts;
    memset(starts, 0, sizeof(int32_t) * ((size_t)self->features + 2));
    for (int k = 0; k < count; k++) {
        int length = features_of(samples[k], batch->features);
        for (int i = 0; i < length; i++)
            starts[batch->features[i] + 2]++;
    }
    for (int feature = 2; feature < self->features + 2; feature++)
        starts[feature] += starts[feature - 1];
    for (int k = 0; k < count; k++) {
        int length = features_of(samples[k], batch->features);
        for (int i = 0; i < length; i++)
            batch->samples[starts[batch->features[i] + 1]++] = k;
    }
}

/* Only features that samples have change: sparse Adam. */
static void step(Trainer *self, float rate, const char **samples, int count, Batch *batch)
{
    self->steps++;
    int width = self->hidden1;
    float scale = 1.0f / (float)count;
    float corrected = rate / (float)(1.0 - pow(BETA_1, (double)self->steps));
    float correction = 1.0f / (float)(1.0 - pow(BETA_2, (double)self->steps));
    invert(self, samples, count, batch);
    for (int feature = 0; feature < self->features; feature++) {
        int first = batch->starts[feature], having = batch->starts[feature + 1] - first;
        if (having == 0)
            continue;
        size_t at = (size_t)feature * (size_t)width;
        float gradient[MAX_HIDDEN] = {0.0f};
        add_float_rows(gradient, batch->errors, batch->samples + first, having, width);
        adam(self->w1.value + at, self->w1.first + at, self->w1.second + at, gradient, corrected, scale, correction, width);
    }
    step_all(&self->b1, corrected, scale, correction);
    step_all(&self->w2, corrected, scale, correction);
    step_all(&self->b2, corrected, scale, correction);
    step_all(&self->w3, corrected, scale, correction);
    step_all(&self->b3, corrected, scale, correction);
}

/* The samples of a buffer, checked; NULL with an error set if they are none. */
static const char **samples_in(const Trainer *self, const Py_buffer *buffer, Py_ssize_t *count)
{
    const char *start = buffer->buf, *end = start + buffer->len, *at = start;
    Py_ssize_t most = buffer->len / 14 + 1;
    const char **found = malloc(sizeof(char *) * (size_t)most);
    if (found == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    *count = 0;
    while (end - at >= 14) {
        uint16_t length, feature;
        memcpy(&length, at + 12, 2);
        if (end - at < 14 + 2 * (Py_ssize_t)length)
            break;
        for (int i = 0; i < length; i++) {
            memcpy(&feature, at + 14 + 2 * i, 2);
            if (feature >= self->features)
                goto wrong;
        }
        found[(*count)++] = at;
        at += 14 + 2 * length;
    }
    if (at == end)
        return found;
wrong:
    free((void *)found);
    PyErr_SetString(PyExc_ValueError, "these are no samples of this net");
    return NULL;
}

static PyObject *trainer_train(Trainer *self, PyObject *args)
{
    Py_buffer buffer;
    float rate;
    int batch;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "y*fiK", &buffer, &rate, &batch, &seed))
        return NULL;
    Py_ssize_t count = 0, size = batch > 0 ? batch : 0;
    const char **samples = samples_in(self, &buffer, &count);
    if (size > count)
        size = count;
    size_t features = (size_t)buffer.len / 2 + 1; /* more than there are in all samples */
    Batch space = {
        .transposed = malloc(sizeof(float) * (size_t)self->hidden1 * (size_t)self->hidden2),
        .errors = malloc(sizeof(float) * ((size_t)size * (size_t)self->hidden1 + 1)),
        .features = malloc(sizeof(int32_t) * (UINT16_MAX + 1)),
        .starts = malloc(sizeof(int32_t) * ((size_t)self->features + 2)),
        .samples = malloc(sizeof(int32_t) * features),
    };
    double losses[OUTPUTS] = {0.0, 0.0, 0.0};
    if (samples == NULL)
        goto done;
    if (batch < 1) {
        PyErr_SetString(PyExc_ValueError, "a batch has at least one sample");
        goto done;
    }
    if (!space.transposed || !space.errors || !space.features || !space.starts || !space.samples) {
        PyErr_NoMemory();
        goto done;
    }
    Py_BEGIN_ALLOW_THREADS
    uint64_t state = seed;
    for (Py_ssize_t i = count - 1; i > 0; i--) {
        Py_ssize_t other = (Py_ssize_t)(next_random(&state) % (uint64_t)(i + 1));
        const char *sample = samples[i];
        samples[i] = samples[other];
        samples[other] = sample;
    }
    for (Py_ssize_t first = 0; first < count; first += batch) {
        int taken = (int)(count - first < batch ? count - first : batch);
        transpose(self, space.transposed);
        for (int k = 0; k < taken; k++)
            learn(self, samples[first + k], &space, space.errors + (size_t)k * (size_t)self->hidden1, losses);
        step(self, rate, samples + first, taken, &space);
    }
    Py_END_ALLOW_THREADS
done:
    free((void *)samples);
    free(space.transposed);
    free(space.errors);
    free(space.features);
    free(space.starts);
    free(space.samples);
    PyBuffer_Release(&buffer);
    if (PyErr_Occurred())
        return NULL;
    double n = count ? (double)count : 1.0;
    return Py_BuildValue("(nddd)", count, losses[0] / n, losses[1] / n, losses[2] / n);
}

static void put_floats(char **at, const float *values, size_t size)
{
    memcpy(*at, values, sizeof(float) * size);
    *at += sizeof(float) * size;
}

static void get_floats(const char **at, float *values, size_t size)
{
    memcpy(values, *at, sizeof(float) * size);
    *at += sizeof(float) * size;
}

static size_t total_size(const Trainer *self)
{
    return self->w1.size + self->b1.size + self->w2.size + self->b2.size + self->w3.size + self->b3.size;
}

static PyObject *trainer_state(Trainer *self, PyObject *unused)
{
    Weights *all[] = {&self->w1, &self->b1, &self->w2, &self->b2, &self->w3, &self->b3};
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(8 + 12 * total_size(self)));
    if (bytes == NULL)
        return NULL;
    char *at = PyBytes_AS_STRING(bytes);
    int64_t steps = self->steps;
    memcpy(at, &steps, 8);
    at += 8;
    for (int i = 0; i < 6; i++) {
        put_floats(&at, all[i]->value, all[i]->size);
        put_floats(&at, all[i]->first, all[i]->size);
        put_floats(&at, all[i]->second, all[i]->size);
    }
    return bytes;
}

static PyObject *trainer_restore(Trainer *self, PyObject *args)
{
    Weights *all[] = {&self->w1, &self->b1, &self->w2, &self->b2, &self->w3, &self->b3};
    Py_buffer buffer;
    if (!PyArg_ParseTuple(args, "y*", &buffer))
        return NULL;
    if ((size_t)buffer.len != 8 + 12 * total_size(self)) {
        PyBuffer_Release(&buffer);
        return PyErr_Format(PyExc_ValueError, "this is no state of a net of this shape");
    }
    const char *at = buffer.buf;
    int64_t steps;
    memcpy(&steps, at, 8);
    self->steps = steps;
    at += 8;
    for (int i = 0; i < 6; i++) {
        get_floats(&at, all[i]->value, all[i]->size);
        get_floats(&at, all[i]->first, all[i]->size);
        get_floats(&at, all[i]->second, all[i]->size);
    }
    PyBuffer_Release(&buffer);
    Py_RETURN_NONE;
}

/* Goes on from the mean of several states: trainers that learned side by side become one. */
static PyObject *trainer_average(Trainer *self, PyObject *states)
{
    Weights *all[] = {&self->w1, &self->b1, &self->w2, &self->b2, &self->w3, &self->b3};
    Py_ssize_t count = PyList_Check(states) ? PyList_GET_SIZE(states) : 0;
    size_t size = 8 + 12 * total_size(self);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *state = PyList_GET_ITEM(states, i);
        if (!PyBytes_Check(state) || (size_t)PyBytes_GET_SIZE(state) != size)
            count = 0;
    }
    if (count == 0)
        return PyErr_Format(PyExc_ValueError, "states of nets of this shape are expected, in a list");
    int64_t most = 0;
    float part = 1.0f / (float)count;
    for (int i = 0; i < 6; i++) {
        memset(all[i]->value, 0, sizeof(float) * all[i]->size);
        memset(all[i]->first, 0, sizeof(float) * all[i]->size);
        memset(all[i]->second, 0, sizeof(float) * all[i]->size);
    }
    for (Py_ssize_t k = 0; k < count; k++) {
        const char *at = PyBytes_AS_STRING(PyList_GET_ITEM(states, k));
        int64_t steps;
        memcpy(&steps, at, 8);
        most = steps > most ? steps : most;
        at += 8;
        for (int i = 0; i < 6; i++) {
            float *parts[] = {all[i]->value, all[i]->first, all[i]->second};
            for (int j = 0; j < 3; j++)
                for (size_t n = 0; n < all[i]->size; n++, at += 4) {
                    float value;
                    memcpy(&value, at, 4);
                    parts[j][n] += part * value;
                }
        }
    }
    self->steps = most;
    Py_RETURN_NONE;
}

static int16_t rounded16(float value)
{
    float scaled = roundf(value * WEIGHT_SCALE);
    return (int16_t)(scaled > 32767.0f ? 32767.0f : scaled < -32767.0f ? -32767.0f : scaled);
}

static int32_t rounded32(float value, float scale)
{
    float scaled = roundf(value * scale);
    return (int32_t)(scaled > 1e9f ? 1e9f : scaled < -1e9f ? -1e9f : scaled);
}

static PyObject *trainer_quantised(Trainer *self, PyObject *unused)
{
    int h1 = self->hidden1, h2 = self->hidden2;
    size_t small = self->w1.size + self->w2.size + self->w3.size, large = (size_t)(h1 + h2 + OUTPUTS);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(2 * small + 4 * large));
    if (bytes == NULL)
        return NULL;
    int16_t *at = (int16_t *)PyBytes_AS_STRING(bytes);
    for (size_t i = 0; i < self->w1.size; i++)
        *at++ = rounded16(self->w1.value[i]);
    for (int j = 0; j < h2; j++)
        for (int i = 0; i < h1; i++)
            *at++ = rounded16(self->w2.value[i * h2 + j]);
    for (int k = 0; k < OUTPUTS; k++)
        for (int i = 0; i < h2; i++)
            *at++ = rounded16(self->w3.value[i * OUTPUTS + k]);
    char *next = (char *)at;
    for (int i = 0; i < h1 + h2 + OUTPUTS; i++, next += 4) {
        float value = i < h1 ? self->b1.value[i] : i < h1 + h2 ? self->b2.value[i - h1] : self->b3.value[i - h1 - h2];
        int32_t bias = rounded32(value, i < h1 ? WEIGHT_SCALE : BIAS_2_SCALE);
        memcpy(next, &bias, 4);
    }
    return bytes;
}

static PyMethodDef trainer_methods[] = {
    {"train", (PyCFunction)trainer_train, METH_VARARGS,
     "train(samples, rate, batch, seed): learns each sample once, in a random order; their number and mean losses."},
    {"state", (PyCFunction)trainer_state, METH_NOARGS, "state(): everything, as bytes."},
    {"restore", (PyCFunction)trainer_restore, METH_VARARGS, "restore(state): goes on from a state."},
    {"average", (PyCFunction)trainer_average, METH_O, "average(states): goes on from the mean of several states."},
    {"quantised", (PyCFunction)trainer_quantised, METH_NOARGS, "quantised(): the weights that Net takes."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject TrainerType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "heptapolis.bots.sage._trainer.Trainer",
    .tp_basicsize = sizeof(Trainer),
    .tp_dealloc = (destructor)trainer_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Trainer(features, hidden1, hidden2, seed): a net that learns, from random weights.",
    .tp_methods = trainer_methods,
    .tp_new = trainer_new,
};

static PyMethodDef module_methods[] = {
    {"pack", (PyCFunction)(void (*)(void))pack, METH_FASTCALL,
     "pack(base, moves, move): the features after a move, as the bytes of 16-bit numbers."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_trainer", "Training of a net.", -1, module_methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__trainer(void)
{
    return with_type(PyModule_Create(&module), "Trainer", &TrainerType);
}
