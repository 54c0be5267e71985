/* The arithmetic of sage: answers of a quantised net, and the Adam steps that train one.
 *
 * A net has sparse inputs, two hidden layers of rectified units and three outputs. Answers are integers, computed
 * with integers only, so that this module and its interpreted twin (net.py) agree bit by bit on every machine.
 *
 * Inputs are Python lists of feature numbers, since the encoder is compiled Python. `base` is common to all moves of a
 * decision; `moves` holds for each move what it changes: f adds the feature f, REMOVE + f removes it, -1 ends a move.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
#define VECTORS __attribute__((target_clones("avx2", "default")))
#define HAS_AVX2 __builtin_cpu_supports("avx2")
#include <immintrin.h>
#else
#define VECTORS
#endif

#define REMOVE 32768
#define OUTPUTS 3
#define MAX_HIDDEN 512
#define SHIFT_1 1      /* from the first sum (16 bits, scale 2^10) to a hidden value (scale 2^9) */
#define SHIFT_2 10     /* from the second sum (scale 2^19) to a hidden value (scale 2^9) */
#define MOST 16383     /* the largest hidden value */
#define WEIGHT_SCALE 1024.0f
#define BIAS_2_SCALE 524288.0f /* 2^19: of the sums of the second and third layers */

/* ---- answers ---- */

typedef struct {
    PyObject_HEAD
    int features, hidden1, hidden2;
    int16_t *w1;               /* features x hidden1 */
    int16_t *w2;               /* in pairs of inputs, the last one with a zero: pairs x hidden2 x 2 */
    int16_t *w3;               /* OUTPUTS x hidden2 */
    int32_t *b1, *b2, *b3;
} Net;

static void net_dealloc(Net *self)
{
    free(self->w1);
    free(self->w2);
    free(self->w3);
    free(self->b1);
    free(self->b2);
    free(self->b3);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static void *copied(const char **at, size_t size)
{
    void *memory = malloc(size ? size : 1);
    if (memory != NULL)
        memcpy(memory, *at, size);
    *at += size;
    return memory;
}

/* Weights of rows of inputs, input by input: those of two inputs lie beside each other for each row. */
static int16_t *in_pairs(const int16_t *weights, int rows, int columns)
{
    int pairs = (columns + 1) / 2;
    int16_t *paired = calloc((size_t)pairs * (size_t)rows * 2, sizeof(int16_t));
    for (int row = 0; paired != NULL && row < rows; row++)
        for (int i = 0; i < columns; i++)
            paired[((i / 2) * rows + row) * 2 + i % 2] = weights[row * columns + i];
    return paired;
}

/* Whether no input of hidden values can overflow a 32-bit sum. */
static int fits(const int16_t *weights, const int32_t *biases, int rows, int columns)
{
    for (int row = 0; row < rows; row++) {
        int64_t most = biases[row] < 0 ? -(int64_t)biases[row] : biases[row];
        for (int column = 0; column < columns; column++)
            most += (int64_t)MOST * abs(weights[row * columns + column]);
        if (most > INT32_MAX)
            return 0;
    }
    return 1;
}

static PyObject *net_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    int features, hidden1, hidden2;
    Py_buffer weights;
    if (!PyArg_ParseTuple(args, "iiiy*", &features, &hidden1, &hidden2, &weights))
        return NULL;
    if (features < 1 || features >= REMOVE || hidden1 < 1 || hidden1 > MAX_HIDDEN || hidden2 < 1 || hidden2 > MAX_HIDDEN) {
        PyBuffer_Release(&weights);
        return PyErr_Format(PyExc_ValueError, "no net has this shape");
    }
    size_t n1 = (size_t)features * hidden1, n2 = (size_t)hidden1 * hidden2, n3 = (size_t)OUTPUTS * hidden2;
    if ((size_t)weights.len != 2 * (n1 + n2 + n3) + 4 * (size_t)(hidden1 + hidden2 + OUTPUTS)) {
        PyBuffer_Release(&weights);
        return PyErr_Format(PyExc_ValueError, "the number of weights does not match the shape");
    }
    Net *self = (Net *)type->tp_alloc(type, 0);
    if (self != NULL) {
        const char *at = weights.buf;
        self->features = features;
        self->hidden1 = hidden1;
        self->hidden2 = hidden2;
        self->w1 = copied(&at, 2 * n1);
        int16_t *w2 = copied(&at, 2 * n2);
        self->w3 = copied(&at, 2 * n3);
        self->b1 = copied(&at, 4 * (size_t)hidden1);
        self->b2 = copied(&at, 4 * (size_t)hidden2);
        self->b3 = copied(&at, 4 * (size_t)OUTPUTS);
        self->w2 = w2 != NULL ? in_pairs(w2, hidden2, hidden1) : NULL;
        if (!self->w1 || !self->w2 || !self->w3 || !self->b1 || !self->b2 || !self->b3) {
            Py_DECREF(self);
            self = NULL;
            PyErr_NoMemory();
        } else if (!fits(w2, self->b2, hidden2, hidden1) || !fits(self->w3, self->b3, OUTPUTS, hidden2)) {
            Py_DECREF(self);
            self = NULL;
            PyErr_SetString(PyExc_ValueError, "the weights are too large");
        }
        free(w2);
    }
    PyBuffer_Release(&weights);
    return (PyObject *)self;
}

/* Adds rows of a matrix to sums, or subtracts them; returns how many sums are done, the rest is up to the caller.
 * Blocks of the sums stay in registers while all rows go by. */
#if defined(__GNUC__)
typedef int16_t Integers __attribute__((vector_size(32), aligned(2), may_alias));
typedef float Floats __attribute__((vector_size(32), aligned(4), may_alias));

#define WITH_ROWS(NAME, NUMBER, LANE, OP)                                                                              \
    VECTORS static int NAME(NUMBER *restrict sum, const NUMBER *restrict matrix, const int32_t *restrict rows,         \
                            int count, int width)                                                                      \
    {                                                                                                                  \
        const int block = 8 * (int)(sizeof(LANE) / sizeof(NUMBER));                                                    \
        int at = 0;                                                                                                    \
        for (; at + block <= width; at += block) {                                                                     \
            LANE *place = (LANE *)(sum + at);                                                                          \
            LANE a = place[0], b = place[1], c = place[2], d = place[3];                                               \
            LANE e = place[4], f = place[5], g = place[6], h = place[7];                                               \
            for (int i = 0; i < count; i++) {                                                                          \
                const LANE *row = (const LANE *)(matrix + (size_t)rows[i] * (size_t)width + at);                       \
                a OP row[0], b OP row[1], c OP row[2], d OP row[3];                                                    \
                e OP row[4], f OP row[5], g OP row[6], h OP row[7];                                                    \
            }                                                                                                          \
            place[0] = a, place[1] = b, place[2] = c, place[3] = d;                                                    \
            place[4] = e, place[5] = f, place[6] = g, place[7] = h;                                                    \
        }                                                                                                              \
        return at;                                                                                                     \
    }
WITH_ROWS(add_blocks, int16_t, Integers, +=)
WITH_ROWS(remove_blocks, int16_t, Integers, -=)
WITH_ROWS(add_float_blocks, float, Floats, +=)
#else
#define add_blocks(sum, matrix, rows, count, width) 0
#define remove_blocks(sum, matrix, rows, count, width) 0
#define add_float_blocks(sum, matrix, rows, count, width) 0
#endif

/* Sums of 16 bits wrap around; nets stay far below: 32 in the units of a hidden value. */
static void add_rows(int16_t *sum, const int16_t *w1, const int32_t *rows, int count, int width)
{
    for (int at = add_blocks(sum, w1, rows, count, width); at < width; at++)
        for (int i = 0; i < count; i++)
            sum[at] = (int16_t)(sum[at] + w1[(size_t)rows[i] * (size_t)width + at]);
}

static void remove_rows(int16_t *sum, const int16_t *w1, const int32_t *rows, int count, int width)
{
    for (int at = remove_blocks(sum, w1, rows, count, width); at < width; at++)
        for (int i = 0; i < count; i++)
            sum[at] = (int16_t)(sum[at] - w1[(size_t)rows[i] * (size_t)width + at]);
}

VECTORS static void rectify_sums(int16_t *restrict hidden, const int16_t *restrict sum, int count)
{
    for (int i = 0; i < count; i++) {
        int16_t value = (int16_t)(sum[i] >> SHIFT_1);
        hidden[i] = value < 0 ? 0 : value;
    }
}

VECTORS static void rectify(int16_t *restrict hidden, const int32_t *restrict sum, int shift, int count)
{
    for (int i = 0; i < count; i++) {
        int32_t value = sum[i] >> shift;
        value = value < 0 ? 0 : value;
        hidden[i] = (int16_t)(value > MOST ? MOST : value);
    }
}

VECTORS static void layer(int32_t *restrict out, const int16_t *restrict weights, const int32_t *restrict biases,
                          const int16_t *restrict in, int rows, int columns)
{
    for (int row = 0; row < rows; row++) {
        const int16_t *restrict line = weights + row * columns;
        int32_t sum = 0;
        for (int i = 0; i < columns; i++)
            sum += (int32_t)line[i] * (int32_t)in[i];
        out[row] = sum + biases[row];
    }
}

/* Adds the weights of pairs of inputs to the sums of all rows (in_pairs). */
static void add_pairs(int32_t *restrict sum, const int16_t *restrict weights, const int16_t *restrict in,
                      const int32_t *restrict pairs, int count, int first, int rows)
{
    for (int i = 0; i < count; i++) {
        const int16_t *line = weights + (size_t)pairs[i] * (size_t)rows * 2;
        int32_t one = in[2 * pairs[i]], other = in[2 * pairs[i] + 1];
        for (int row = first; row < rows; row++)
            sum[row] += line[2 * row] * one + line[2 * row + 1] * other;
    }
}

#ifdef HAS_AVX2
#define BLOCK 32 /* rows whose sums stay in registers */

/* The same for the first rows, as many as make whole blocks; returns their number. */
__attribute__((target("avx2"))) static int add_pairs_to_blocks(int32_t *sum, const int16_t *weights, const int16_t *in,
                                                               const int32_t *pairs, int count, int rows)
{
    int first = 0;
    for (; first + BLOCK <= rows; first += BLOCK) {
        __m256i *place = (__m256i *)(sum + first);
        __m256i a = _mm256_loadu_si256(place), b = _mm256_loadu_si256(place + 1);
        __m256i c = _mm256_loadu_si256(place + 2), d = _mm256_loadu_si256(place + 3);
        for (int i = 0; i < count; i++) {
            const __m256i *line = (const __m256i *)(weights + ((size_t)pairs[i] * (size_t)rows + (size_t)first) * 2);
            int32_t both;
            memcpy(&both, in + 2 * pairs[i], sizeof both);
            __m256i values = _mm256_set1_epi32(both);
            a = _mm256_add_epi32(a, _mm256_madd_epi16(_mm256_loadu_si256(line), values));
            b = _mm256_add_epi32(b, _mm256_madd_epi16(_mm256_loadu_si256(line + 1), values));
            c = _mm256_add_epi32(c, _mm256_madd_epi16(_mm256_loadu_si256(line + 2), values));
            d = _mm256_add_epi32(d, _mm256_madd_epi16(_mm256_loadu_si256(line + 3), values));
        }
        _mm256_storeu_si256(place, a);
        _mm256_storeu_si256(place + 1, b);
        _mm256_storeu_si256(place + 2, c);
        _mm256_storeu_si256(place + 3, d);
    }
    return first;
}
#endif

/* The sums of the second layer. Three of four hidden values are zero, so pairs of zeros are left out. */
static void second_layer(const Net *self, int32_t *sum, const int16_t *in)
{
    int32_t pairs[MAX_HIDDEN / 2];
    int count = 0, first = 0;
    for (int pair = 0; pair < (self->hidden1 + 1) / 2; pair++) {
        int32_t both;
        memcpy(&both, in + 2 * pair, sizeof both);
        pairs[count] = pair;
        count += both != 0; /* no branch, which would be guessed wrong often */
    }
    memcpy(sum, self->b2, sizeof(int32_t) * (size_t)self->hidden2);
#ifdef HAS_AVX2
    if (HAS_AVX2)
        first = add_pairs_to_blocks(sum, self->w2, in, pairs, count, self->hidden2);
#endif
    if (first < self->hidden2)
        add_pairs(sum, self->w2, in, pairs, count, first, self->hidden2);
}

/* The value of an integer, without a call if it is small; -1 may be an error, as for PyLong_AsLong. */
static inline long number(PyObject *value)
{
    if (PyLong_CheckExact(value)) {
#if PY_VERSION_HEX >= 0x030C0000
        if (PyUnstable_Long_IsCompact((PyLongObject *)value))
            return (long)PyUnstable_Long_CompactValue((PyLongObject *)value);
#else
        if (Py_SIZE(value) == 1)
            return (long)((PyLongObject *)value)->ob_digit[0];
#endif
    }
    return PyLong_AsLong(value);
}

/* A feature number of a list; -1 ends a move, -2 is an error that is set. */
static long number_at(PyObject *list, Py_ssize_t place, long limit)
{
    long value = number(PyList_GET_ITEM(list, place));
    if (value >= 0 && (value & (REMOVE - 1)) < limit && value < 2 * REMOVE)
        return value;
    if (value == -1)
        return PyErr_Occurred() ? -2 : -1;
    PyErr_Format(PyExc_ValueError, "there is no feature %ld", value);
    return -2;
}

#define ROWS 256 /* features that are added at once */

/* Adds the features of a list to the sums, up to the end of a move. */
static int sum_up(Net *self, int16_t *sum, PyObject *list, Py_ssize_t *place)
{
    int width = self->hidden1, added = 0, removed = 0;
    int32_t adds[ROWS] = {0}, removes[ROWS] = {0};
    Py_ssize_t size = PyList_GET_SIZE(list);
    while (*place < size) {
        long feature = number_at(list, (*place)++, self->features);
        if (feature == -2)
            return -1;
        if (feature == -1)
            break;
        if (feature < REMOVE)
            adds[added++] = (int32_t)feature;
        else
            removes[removed++] = (int32_t)(feature - REMOVE);
        if (added == ROWS) {
            add_rows(sum, self->w1, adds, added, width);
            added = 0;
        }
        if (removed == ROWS) {
            remove_rows(sum, self->w1, removes, removed, width);
            removed = 0;
        }
    }
    add_rows(sum, self->w1, adds, added, width);
    remove_rows(sum, self->w1, removes, removed, width);
    return 0;
}

static int two_lists(PyObject *const *args, Py_ssize_t count, Py_ssize_t wanted)
{
    if (count == wanted && PyList_Check(args[0]) && PyList_Check(args[1]))
        return 1;
    PyErr_SetString(PyExc_TypeError, "two lists of feature numbers are expected");
    return 0;
}

static PyObject *net_evaluate(Net *self, PyObject *const *args, Py_ssize_t count)
{
    if (!two_lists(args, count, 2))
        return NULL;
    int32_t second[MAX_HIDDEN], out[OUTPUTS];
    int16_t base[MAX_HIDDEN], sum[MAX_HIDDEN], hidden1[MAX_HIDDEN], hidden2[MAX_HIDDEN];
    Py_ssize_t place = 0;
    for (int i = 0; i < self->hidden1; i++)
        base[i] = (int16_t)self->b1[i];
    if (self->hidden1 % 2)
        hidden1[self->hidden1] = 0; /* makes a pair with the last one */
    if (sum_up(self, base, args[0], &place) < 0)
        return NULL;
    PyObject *answers = PyList_New(0);
    if (answers == NULL)
        return NULL;
    place = 0;
    while (place < PyList_GET_SIZE(args[1])) {
        memcpy(sum, base, 2 * (size_t)self->hidden1);
        if (sum_up(self, sum, args[1], &place) < 0)
            goto failed;
        rectify_sums(hidden1, sum, self->hidden1);
        second_layer(self, second, hidden1);
        rectify(hidden2, second, SHIFT_2, self->hidden2);
        layer(out, self->w3, self->b3, hidden2, OUTPUTS, self->hidden2);
        for (int i = 0; i < OUTPUTS; i++) {
            PyObject *value = PyLong_FromLong(out[i]);
            if (value == NULL || PyList_Append(answers, value) < 0) {
                Py_XDECREF(value);
                goto failed;
            }
            Py_DECREF(value);
        }
    }
    return answers;
failed:
    Py_DECREF(answers);
    return NULL;
}

static PyMethodDef net_methods[] = {
    {"evaluate", (PyCFunction)(void (*)(void))net_evaluate, METH_FASTCALL,
     "evaluate(base, moves): three integers for each move: points, margin and win, in units of 2**-19."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject NetType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "heptapolis.bots.sage._net.Net",
    .tp_basicsize = sizeof(Net),
    .tp_dealloc = (destructor)net_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Net(features, hidden1, hidden2, weights): a quantised net.",
    .tp_methods = net_methods,
    .tp_new = net_new,
};

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
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "heptapolis.bots.sage._net.Trainer",
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
    PyModuleDef_HEAD_INIT, "_net", "The arithmetic of sage.", -1, module_methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__net(void)
{
    if (PyType_Ready(&NetType) < 0 || PyType_Ready(&TrainerType) < 0)
        return NULL;
    PyObject *made = PyModule_Create(&module);
    if (made == NULL)
        return NULL;
    if (PyModule_AddObjectRef(made, "Net", (PyObject *)&NetType) < 0 ||
        PyModule_AddObjectRef(made, "Trainer", (PyObject *)&TrainerType) < 0) {
        Py_DECREF(made);
        return NULL;
    }
    return made;
}
